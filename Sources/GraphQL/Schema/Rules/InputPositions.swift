extension SchemaRule {
  /// Arguments and input fields have input types — specification sections 3.6.1, 3.10 and 3.13.
  static let inputPositions = SchemaRule { draft, schema, report in
    for (coordinate, value) in draft.inputValues where !schema.isInput(value.node.type.name.value) {
      report.report(
        "The type of \(coordinate) must be Input Type but got: \(TypeReference(value.node.type)).",
        at: value.place(coordinate.hasPrefix("@") ? value.node.position : value.node.type.position))
    }
  }
}
