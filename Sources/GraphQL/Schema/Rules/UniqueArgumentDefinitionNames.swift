extension SchemaRule {
  /// Argument names are unique within their field or directive — specification sections 3.6.1 and 3.13.
  static let uniqueArgumentDefinitionNames = SchemaRule { draft, _, report in
    for definitions in draft.argumentDefinitions {
      for (name, places) in duplicates(
        definitions.arguments.map { ($0.node.name.value, $0.place($0.node.name.position)) })
      {
        report.report("Argument \"\(definitions.owner)(\(name):)\" can only be defined once.", at: places)
      }
    }
  }
}
