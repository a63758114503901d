extension ValidationRule {
  /// Variable names are unique within their operation — specification section 5.8.1.
  static let uniqueVariableNames = ValidationRule { context in
    ValidationVisitor(enterOperation: { operation in
      for (name, positions) in repeatedNames(operation.variables.map(\.name)) {
        context.report("There can be only one variable named \"$\(name)\".", at: positions)
      }
    })
  }
}
