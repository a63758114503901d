extension ValidationRule {
  /// Operation names are unique — specification section 5.2.2.1.
  static let uniqueOperationNames = ValidationRule { context in
    var known: [String: Name] = [:]
    return ValidationVisitor(enterOperation: { operation in
      guard let name = operation.name else { return }
      if let first = known[name.value] {
        context.report(
          "There can be only one operation named \"\(name.value)\".", at: [first.position, name.position])
      } else {
        known[name.value] = name
      }
    })
  }
}
