extension SchemaRule {
  /// Field names are unique within their type — specification sections 3.6, 3.7 and 3.10.
  static let uniqueFieldDefinitionNames = SchemaRule { draft, _, report in
    for type in draft.types {
      let names =
        type.fields.map { ($0.node.name.value, $0.place($0.node.name.position)) }
        + type.inputFields.map { ($0.node.name.value, $0.place($0.node.name.position)) }
      for (name, places) in duplicates(names) {
        report.report("Field \"\(type.name).\(name)\" can only be defined once.", at: places)
      }
    }
  }
}
