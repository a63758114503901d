extension ValidationRule {
  /// A fragment is for a type that the object at its place can have — specification section 5.5.2.3.
  static let possibleFragmentSpreads = ValidationRule { context in
    func isImpossible(_ condition: String) -> Bool {
      guard let parent = context.parentType, context.schema.isComposite(condition) else { return false }
      return !context.schema.overlap(condition, parent)
    }
    return ValidationVisitor(
      enterFragmentSpread: { spread in
        guard let fragment = context.fragments[spread.name.value] else { return }
        let condition = fragment.typeCondition.value
        if let parent = context.parentType, isImpossible(condition) {
          context.report(
            "Fragment \"\(spread.name.value)\" cannot be spread here as objects of type \"\(parent)\" "
              + "can never be of type \"\(condition)\".",
            at: spread.position)
        }
      },
      enterInlineFragment: { fragment in
        guard let condition = fragment.typeCondition?.value else { return }
        if let parent = context.parentType, isImpossible(condition) {
          context.report(
            "Fragment cannot be spread here as objects of type \"\(parent)\" "
              + "can never be of type \"\(condition)\".",
            at: fragment.position)
        }
      })
  }
}
