extension ValidationRule {
  /// No field is of a type of the introspection schema. Not a rule of the specification: it hides the schema
  /// from those who may not see it. `__typename` is a string, and stays.
  static let noSchemaIntrospection = ValidationRule { context in
    ValidationVisitor(enterField: { field in
      // Names with `__` are reserved, so no other type has one.
      guard let type = context.type?.namedType, type.hasPrefix("__") else { return }
      context.report(
        "GraphQL introspection has been disabled, but the requested query contained the field "
          + "\"\(field.name.value)\".",
        at: field.position)
    })
  }
}
