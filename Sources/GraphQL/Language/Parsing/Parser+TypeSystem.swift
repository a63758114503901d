extension Parser {
  /// `SchemaDefinition : Description? schema Directives[Const]? { RootOperationTypeDefinition+ }`
  ///
  /// At its `schema`, after its description.
  mutating func parseSchema(
    _ description: StringValue?, at start: Token
  ) throws(SyntaxError) -> SchemaDefinition {
    try advance()
    let directives = try parseDirectives(isConst: true)
    guard peek(.braceLeft) else {
      throw SyntaxError("Expected \(TokenKind.braceLeft), found \(describe(token)).", at: token.start)
    }
    return SchemaDefinition(
      description: description, directives: directives, operationTypes: try parseRootOperationTypes(),
      at: start.position)
  }

  /// `{ RootOperationTypeDefinition+ }`, or nothing
  ///
  /// `RootOperationTypeDefinition : OperationType : NamedType`
  mutating func parseRootOperationTypes() throws(SyntaxError) -> [RootOperationType] {
    guard try skip(.braceLeft) else { return [] }
    var operationTypes: [RootOperationType] = []
    repeat {
      let start = token
      let operation = peekOperationType()
      try expect(.name)
      guard let operation else { throw unexpected(start) }
      try expect(.colon)
      operationTypes.append(RootOperationType(operation: operation, type: try parseNamedType(), at: start.position))
    } while try !skip(.braceRight)
    return operationTypes
  }

  /// `DirectiveDefinition : Description? directive @ Name ArgumentsDefinition? repeatable? on
  /// DirectiveLocations`
  ///
  /// At its `directive`, after its description.
  mutating func parseDirectiveDefinition(
    _ description: StringValue?, at start: Token
  ) throws(SyntaxError) -> DirectiveDefinition {
    try advance()
    try expect(.at)
    let name = try parseName()
    let arguments = try parseArgumentsDefinition()
    let isRepeatable = try skip(keyword: "repeatable")
    try expect(keyword: "on")
    return DirectiveDefinition(
      description: description, name: name, arguments: arguments, isRepeatable: isRepeatable,
      locations: try parseDirectiveLocations(), at: start.position)
  }

  /// `DirectiveLocations : DirectiveLocations | DirectiveLocation, or |? DirectiveLocation`
  ///
  /// `DirectiveLocation : ExecutableDirectiveLocation | TypeSystemDirectiveLocation`
  private mutating func parseDirectiveLocations() throws(SyntaxError) -> [Name] {
    _ = try skip(.pipe)
    var locations: [Name] = []
    repeat {
      let start = token
      let location = try parseName()
      guard DirectiveLocation(rawValue: location.value) != nil else { throw unexpected(start) }
      locations.append(location)
    } while try skip(.pipe)
    return locations
  }
}
