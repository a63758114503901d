import GraphQL

/// The arguments of one field as the document has them, to be coerced for each request that may give other
/// values.
struct PlannedArguments: Sendable {
  let field: Field
  let definitions: [InputValueType]
  /// The response keys that lead to the field, list indexes left out.
  let path: [PathSegment]
  /// The values, if no variable has a part in them: the same for every request.
  let constants: ArgumentValues?

  /// The values for one request.
  func values(
    _ variables: VariableValues, schema: Schema, source: Source
  ) throws(GraphQLError) -> ArgumentValues {
    if let constants { return constants }
    return try ArgumentValues(
      coercing: field.arguments, definitions: definitions, variables: variables, schema: schema, source: source)
  }
}
