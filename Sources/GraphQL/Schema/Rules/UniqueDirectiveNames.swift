extension SchemaRule {
  /// Directive names are unique, and those of built-in directives are taken — specification section 3.13.
  static let uniqueDirectiveNames = SchemaRule { draft, _, report in
    let names = draft.directives.map { ($0.node.name.value, $0.place($0.node.name.position)) }
    for (name, places) in duplicates(names) {
      if BuiltInTypes.directives.contains(name) {
        report.report(
          "Directive \"@\(name)\" already exists in the schema. It cannot be redefined.",
          at: places.filter { !draft.isBuiltIn(source: $0.source) })
      } else {
        report.report("There can be only one directive named \"@\(name)\".", at: places)
      }
    }
  }
}
