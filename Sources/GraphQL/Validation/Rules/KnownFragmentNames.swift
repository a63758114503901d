extension ValidationRule {
  /// Fragments that are spread are defined — specification section 5.5.2.1.
  static let knownFragmentNames = ValidationRule { context in
    ValidationVisitor(enterFragmentSpread: { spread in
      if context.fragments[spread.name.value] == nil {
        context.report("Unknown fragment \"\(spread.name.value)\".", at: spread.name.position)
      }
    })
  }
}
