extension ValidationRule {
  /// Type conditions name objects, interfaces or unions — specification section 5.5.1.3.
  static let fragmentsOnCompositeTypes = ValidationRule { context in
    func isOther(_ condition: Name) -> Bool {
      context.schema.types[condition.value] != nil && !context.schema.isComposite(condition.value)
    }
    return ValidationVisitor(
      enterFragment: { fragment in
        let condition = fragment.typeCondition
        if isOther(condition) {
          context.report(
            "Fragment \"\(fragment.name.value)\" cannot condition on non composite type "
              + "\"\(condition.value)\".",
            at: condition.position)
        }
      },
      enterInlineFragment: { fragment in
        if let condition = fragment.typeCondition, isOther(condition) {
          context.report(
            "Fragment cannot condition on non composite type \"\(condition.value)\".",
            at: condition.position)
        }
      })
  }
}
