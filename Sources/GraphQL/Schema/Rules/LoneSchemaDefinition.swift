extension SchemaRule {
  /// There is one `schema { … }` at most — specification section 3.3.
  static let loneSchemaDefinition = SchemaRule { draft, _, report in
    for part in draft.schemaParts.filter({ !$0.node.isExtension }).dropFirst() {
      report.report("Must provide only one schema definition.", at: part.place(part.node.position))
    }
  }
}
