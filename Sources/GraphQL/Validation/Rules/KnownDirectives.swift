extension ValidationRule {
  /// Directives are defined and allowed where they stand — specification sections 5.7.1 and 5.7.2.
  static let knownDirectives = ValidationRule { context in
    ValidationVisitor(enterDirectives: { directives, location in
      for directive in directives {
        let name = directive.name.value
        if let definition = context.schema.directive(named: name) {
          if !definition.locations.contains(location) {
            context.report(
              "Directive \"@\(name)\" may not be used on \(location.rawValue).", at: directive.position)
          }
        } else {
          context.report("Unknown directive \"@\(name)\".", at: directive.position)
        }
      }
    })
  }
}
