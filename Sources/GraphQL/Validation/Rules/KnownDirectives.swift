extension ValidationRule {
  /// Directives are defined and allowed where they stand — specification sections 5.7.1 and 5.7.2.
  static let knownDirectives = ValidationRule { context in
    ValidationVisitor(enterDirective: { directive, location in
      let name = directive.name.value
      guard let definition = context.schema.directive(named: name) else {
        return context.report("Unknown directive \"@\(name)\".", at: directive.position)
      }
      if !definition.locations.contains(location) {
        context.report(
          "Directive \"@\(name)\" may not be used on \(location.rawValue).", at: directive.position)
      }
    })
  }
}
