extension ValidationRule {
  /// Directives that are not repeatable stand once at a place — specification section 5.7.3.
  static let uniqueDirectivesPerLocation = ValidationRule { context in
    func check(_ directives: [Directive]) {
      if directives.count < 2 { return }
      var first: [String: Directive] = [:]
      for directive in directives {
        let name = directive.name.value
        guard let definition = context.schema.directive(named: name), !definition.isRepeatable
        else { continue }
        if let other = first[name] {
          context.report(
            "The directive \"@\(name)\" can only be used once at this location.",
            at: [other.position, directive.position])
        } else {
          first[name] = directive
        }
      }
    }
    return ValidationVisitor(
      enterOperation: { check($0.directives) },
      enterFragment: { check($0.directives) },
      enterVariableDefinition: { check($0.directives) },
      enterField: { check($0.directives) },
      enterFragmentSpread: { check($0.directives) },
      enterInlineFragment: { check($0.directives) })
  }
}
