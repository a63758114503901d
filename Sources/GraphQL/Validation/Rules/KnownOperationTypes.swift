extension ValidationRule {
  /// The schema has a root type for the operation — specification section 5.2.1.1.
  static let knownOperationTypes = ValidationRule { context in
    ValidationVisitor(enterOperation: { operation in
      if context.schema.rootType(of: operation.operation) == nil {
        context.report(
          "The \(operation.operation.rawValue) operation is not supported by the schema.",
          at: operation.position)
      }
    })
  }
}
