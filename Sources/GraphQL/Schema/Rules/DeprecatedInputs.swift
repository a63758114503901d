extension SchemaRule {
  /// Required arguments and input fields cannot be deprecated — specification section 3.13.3.
  static let deprecatedInputs = SchemaRule { draft, _, report in
    for (coordinate, value) in draft.inputValues {
      let input = InputValueType(value.node)
      guard input.isRequired, input.deprecationReason != nil else { continue }
      let noun = coordinate.hasSuffix(")") ? "argument" : "input field"
      report.report(
        "Required \(noun) \(coordinate) cannot be deprecated.",
        at: (value.node.directives.deprecations + [value.node.type.position]).map(value.place))
    }
  }
}

extension [Directive] {
  /// Where `@deprecated` stands: nowhere, or at one place.
  var deprecations: [SourcePosition] {
    first { $0.name.value == "deprecated" }.map { [$0.position] } ?? []
  }
}
