extension SchemaRule {
  /// Enum values are unique within their type — specification section 3.9.
  static let uniqueEnumValueNames = SchemaRule { draft, _, report in
    for type in draft.types {
      for (name, places) in duplicates(
        type.values.map { ($0.node.name.value, $0.place($0.node.name.position)) })
      {
        report.report("Enum value \"\(type.name).\(name)\" can only be defined once.", at: places)
      }
    }
  }
}
