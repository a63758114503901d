extension ValidationRule {
  /// Variables are of input types — specification section 5.8.2.
  static let variablesAreInputTypes = ValidationRule { context in
    ValidationVisitor(enterVariableDefinition: { variable in
      let type = TypeReference(variable.type)
      if context.schema.types[type.namedType] != nil && !context.schema.isInput(type.namedType) {
        context.report(
          "Variable \"$\(variable.name.value)\" cannot be non-input type \"\(type)\".",
          at: variable.type.position)
      }
    })
  }
}
