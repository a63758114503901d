extension SchemaRule {
  /// Fields have output types — specification sections 3.6 and 3.7.
  static let outputPositions = SchemaRule { draft, schema, report in
    for type in draft.types {
      for field in type.fields where !schema.isOutput(field.node.type.name.value) {
        report.report(
          "The type of \(type.name).\(field.node.name.value) must be Output Type "
            + "but got: \(TypeReference(field.node.type)).",
          at: field.place(field.node.type.position))
      }
    }
  }
}
