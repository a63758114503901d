extension Document {
  /// `GetOperation` of specification section 6.1. The document is valid: section 5 holds.
  ///
  /// - Parameter name: `operationName` of the request; may be nil when there is only one operation.
  /// - Throws: With the code `operationResolutionFailure` when there is no such operation, or more than one
  ///   to choose from.
  package func operation(named name: String?, source: Source) throws(GraphQLError) -> Operation {
    var operations: [OperationDefinition] = []
    var fragments: [String: FragmentDefinition] = [:]
    for definition in definitions {
      switch definition {
      case .operation(let operation): operations.append(operation)
      case .fragment(let fragment): fragments[fragment.name.value] = fragment
      case .schema, .type, .directive: break
      }
    }
    let named =
      name.map { name in operations.filter { $0.name?.value.hasSameBytes(as: name) ?? false } } ?? operations
    guard let definition = named.first else {
      throw GraphQLError(
        name.map { "Unknown operation named \"\($0.brief)\"." } ?? "Must provide an operation.",
        code: .operationResolutionFailure)
    }
    if named.count > 1 {
      throw GraphQLError(
        "Must provide operation name if query contains multiple operations.",
        code: .operationResolutionFailure)
    }
    return Operation(definition: definition, fragments: fragments, source: source)
  }
}
