extension ValidationRule {
  /// Fragment names are unique — specification section 5.5.1.1.
  static let uniqueFragmentNames = ValidationRule { context in
    var known: [String: Name] = [:]
    return ValidationVisitor(enterFragment: { fragment in
      let name = fragment.name
      if let first = known[name.value] {
        context.report(
          "There can be only one fragment named \"\(name.value)\".", at: [first.position, name.position])
      } else {
        known[name.value] = name
      }
    })
  }
}
