extension ValidationRule {
  /// Field names are unique within an input object — specification section 5.6.3.
  static let uniqueInputFieldNames = ValidationRule { context in
    ValidationVisitor(enterInput: { value, _ in
      for (name, positions) in value.repeatedFields {
        context.report("There can be only one input field named \"\(name)\".", at: positions)
      }
    })
  }
}
