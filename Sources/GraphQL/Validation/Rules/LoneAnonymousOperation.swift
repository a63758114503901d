extension ValidationRule {
  /// An operation without a name is the only one — specification section 5.2.3.1.
  static let loneAnonymousOperation = ValidationRule { context in
    ValidationVisitor(enterOperation: { operation in
      if operation.name == nil && context.operations.count > 1 {
        context.report(
          "This anonymous operation must be the only defined operation.", at: operation.position)
      }
    })
  }
}
