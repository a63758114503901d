extension ValidationRule {
  /// Variables that an operation defines are used by it or its fragments — specification section 5.8.4.
  static let noUnusedVariables = ValidationRule { context in
    var slots: [ErrorSlot] = []
    return ValidationVisitor(
      leaveDocument: { _ in
        for (index, operation) in context.operations.enumerated() where !operation.variables.isEmpty {
          let used = Set(context.variableUsages(inOperation: index).map(\.name))
          for variable in operation.variables where !used.contains(variable.name.value) {
            context.report(
              "Variable \"$\(variable.name.value)\" is never used"
                + (operation.name.map { " in operation \"\($0.value)\"." } ?? "."),
              at: [variable.position], in: slots[index])
          }
        }
      },
      enterOperation: { _ in slots.append(context.reserveSlot()) })
  }
}
