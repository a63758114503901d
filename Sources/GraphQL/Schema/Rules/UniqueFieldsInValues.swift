extension SchemaRule {
  /// Field names are unique within an input object, in default values and arguments of directives —
  /// specification section 5.6.3.
  static let uniqueFieldsInValues = SchemaRule { draft, _, report in
    for value in draft.inputValues.map(\.value) {
      guard let literal = value.node.defaultValue else { continue }
      for (name, positions) in literal.repeatedFields {
        report.report(
          "There can be only one input field named \"\(name)\".", at: positions.map(value.place))
      }
    }
    for directive in draft.appliedDirectives {
      for (name, positions) in directive.node.arguments.flatMap(\.value.repeatedFields) {
        report.report(
          "There can be only one input field named \"\(name)\".", at: positions.map(directive.place))
      }
    }
  }
}
