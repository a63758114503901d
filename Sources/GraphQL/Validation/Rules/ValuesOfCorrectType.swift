extension ValidationRule {
  /// Literals are of the type that their place expects: specification sections 5.6.1, 5.6.2 and 5.6.4.
  static let valuesOfCorrectType = ValidationRule { context in
    ValidationVisitor(enterInput: { value, type in
      guard let type else { return }
      var check = LiteralCheck(schema: context.schema, suggests: context.suggests, advice: context.advice)
      check.check(value, type: type)
      for problem in check.problems { context.report(problem.message, at: problem.position) }
    })
  }
}
