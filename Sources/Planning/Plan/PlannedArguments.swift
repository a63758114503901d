import GraphQL

/// The arguments of one field as the document has them, to be coerced for each request that may give other
/// values. Those of two fields are never the same.
final class PlannedArguments: Sendable {
  let field: Field
  let definitions: [InputValueType]
  /// The response keys that lead to the field, list indexes left out.
  let path: [PathSegment]
  /// The values, if no variable has a part in them: the same for every request.
  let constants: ArgumentValues?

  init(field: Field, definitions: [InputValueType], path: [PathSegment], constants: ArgumentValues?) {
    self.field = field
    self.definitions = definitions
    self.path = path
    self.constants = constants
  }

  /// The truth value that the document gives an argument; nil for a variable, and for another value.
  func truthValue(of name: String) -> Bool? {
    guard case .boolean(let value)? = field.arguments.first(where: { $0.name.value == name })?.value.kind else { return nil }
    return value
  }

  /// Whether a request leaves an argument to its default: it gives none, or null.
  func takesDefault(of name: String, _ variables: VariableValues) -> Bool {
    switch field.arguments.first(where: { $0.name.value == name })?.value.kind {
    case nil, .null?: true
    case .variable(let variable)?: (variables[variable] ?? .null) == .null
    case .int?, .float?, .string?, .boolean?, .enum?, .list?, .object?: false
    }
  }

  /// The values for one request.
  func values(
    _ variables: VariableValues, schema: Schema, source: Source
  ) throws(GraphQLError) -> ArgumentValues {
    if let constants { return constants }
    return try ArgumentValues(
      coercing: field.arguments, definitions: definitions, variables: variables, schema: schema, source: source
    ).defaultingNulls(of: definitions, schema: schema)
  }
}

extension PlannedArguments: Hashable {
  static func == (left: PlannedArguments, right: PlannedArguments) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PlannedArguments {
  /// An error with the place of the argument that it is about, and with what leads to the wrong value inside it.
  ///
  ///     {"path": ["family", "students"], "extensions": {…, "argument": "where",
  ///      "inputPath": ["where", "or", 0, "name", "contains"]}}
  func placed(_ error: GraphQLError, at path: ArgumentPath, in source: Source) -> GraphQLError {
    let node = field.arguments.first { $0.name.value == path.name }
    var error = error
    error.locations = [source.location(at: node?.position ?? field.position)]
    error.path = self.path
    if error.code != .limitExceeded { error.extensions.append(.init("argument", .string(path.name))) }
    if !path.steps.isEmpty {
      error.extensions.append(.init("inputPath", .array(path.segments.map(\.json))))
    }
    return error
  }
}
