extension SchemaRule {
  /// A directive has locations, all of which exist — specification section 3.13.
  static let directiveDefinitions = SchemaRule { draft, _, report in
    for directive in draft.directives {
      let name = directive.node.name
      if directive.node.locations.isEmpty {
        report.report(
          "Directive @\(name.value) must include 1 or more locations.", at: directive.place(name.position))
      }
      for location in directive.node.locations where DirectiveLocation(rawValue: location.value) == nil {
        report.report(
          "Unknown directive location \"\(location.value)\".", at: directive.place(location.position))
      }
    }
  }
}
