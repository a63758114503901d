extension ValidationRule {
  /// Variables that an operation uses, in its fragments too, are defined by it — specification
  /// section 5.8.3.
  static let noUndefinedVariables = ValidationRule { context in
    var slots: [ErrorSlot] = []
    return ValidationVisitor(
      leaveDocument: { _ in
        for (index, operation) in context.operations.enumerated() {
          let defined = Set(operation.variables.map(\.name.value))
          for usage in context.variableUsages(inOperation: index) where !defined.contains(usage.name) {
            context.report(
              "Variable \"$\(usage.name)\" is not defined"
                + (operation.name.map { " by operation \"\($0.value)\"." } ?? "."),
              at: [usage.position, operation.position], in: slots[index])
          }
        }
      },
      enterOperation: { _ in slots.append(context.reserveSlot()) })
  }
}
