extension ValidationRule {
  /// A variable has a type that its place accepts — specification section 5.8.5.
  static let variablesInAllowedPosition = ValidationRule { context in
    var slots: [ErrorSlot] = []
    return ValidationVisitor(
      leaveDocument: { _ in
        for (index, operation) in context.operations.enumerated() where !operation.variables.isEmpty {
          let variables = Dictionary(
            operation.variables.map { ($0.name.value, $0) }, uniquingKeysWith: { _, last in last })
          for usage in context.variableUsages(inOperation: index) {
            guard let variable = variables[usage.name], let expected = usage.type else { continue }
            let type = TypeReference(variable.type)
            guard context.schema.types[type.namedType] != nil else { continue }
            let places = [variable.position, usage.position]
            if !context.schema.isUsageAllowed(of: variable, in: usage, expecting: expected) {
              context.report(
                "Variable \"$\(usage.name)\" of type \"\(type)\" used in position expecting type "
                  + "\"\(expected)\"." + (context.advice == nil ? "" : " Declare it as \"$\(usage.name): \(expected)\"."),
                at: places, in: slots[index])
            }
            if let oneOfType = usage.oneOfType, !type.isNonNull {
              context.report(
                "Variable \"$\(usage.name)\" is of type \"\(type)\" but must be non-nullable "
                  + "to be used for OneOf Input Object \"\(oneOfType)\".",
                at: places, in: slots[index])
            }
          }
        }
      },
      leaveOperation: { _ in slots.append(context.reserveSlot()) })
  }
}

extension Schema {
  /// `IsVariableUsageAllowed`. Input types have no subtypes, so this is `AreTypesCompatible`, too.
  fileprivate func isUsageAllowed(
    of variable: VariableDefinition, in usage: VariableUsage, expecting expected: TypeReference
  ) -> Bool {
    let type = TypeReference(variable.type)
    guard expected.isNonNull && !type.isNonNull else { return isSubtype(type, of: expected) }
    let hasDefault = variable.defaultValue.map { $0.kind != .null } ?? false
    return (hasDefault || usage.hasDefault) && isSubtype(type, of: expected.nullable)
  }
}
