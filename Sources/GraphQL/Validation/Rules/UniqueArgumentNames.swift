extension ValidationRule {
  /// Argument names are unique within their field or directive — specification section 5.4.2.
  static let uniqueArgumentNames = ValidationRule { context in
    func check(_ arguments: [Argument]) {
      for (name, positions) in repeatedNames(arguments.map(\.name)) {
        context.report("There can be only one argument named \"\(name)\".", at: positions)
      }
    }
    return ValidationVisitor(
      enterField: { check($0.arguments) },
      enterDirective: { directive, _ in check(directive.arguments) })
  }
}
