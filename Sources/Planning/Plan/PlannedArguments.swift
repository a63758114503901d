import GraphQL

/// The arguments of one field as the document has them, to be coerced for each request.
struct PlannedArguments: Sendable {
  let field: Field
  let definitions: [InputValueType]
  /// The response keys that lead to the field, list indexes left out.
  let path: [PathSegment]
}
