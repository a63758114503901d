extension ValidationRule {
  /// Types in type conditions and variable definitions exist — specification sections 5.5.1.2 and 5.8.2.
  static let knownTypeNames = ValidationRule { context in
    ValidationVisitor(enterNamedType: { name in
      if context.schema.types[name.value] == nil {
        context.report(
          "Unknown type \"\(name.value)\"."
            + context.suggestion(for: name.value, in: context.schema.typeNames),
          at: name.position)
      }
    })
  }
}
