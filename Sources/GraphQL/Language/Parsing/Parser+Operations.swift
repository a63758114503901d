extension Parser {
  /// `OperationDefinition : SelectionSet`
  mutating func parseShorthandQuery() throws(SyntaxError) -> OperationDefinition {
    let start = token
    return OperationDefinition(
      operation: .query, selectionSet: try parseSelectionSet(), at: start.position)
  }

  /// `OperationDefinition : Description? OperationType Name? VariablesDefinition? Directives? SelectionSet`
  ///
  /// At its `OperationType`, after its description.
  mutating func parseOperation(
    _ operation: OperationType, _ description: StringValue?, at start: Token
  ) throws(SyntaxError) -> OperationDefinition {
    try advance()
    return OperationDefinition(
      description: description,
      operation: operation,
      name: peek(.name) ? try parseName() : nil,
      variables: try parseVariableDefinitions(),
      directives: try parseDirectives(isConst: false),
      selectionSet: try parseSelectionSet(),
      at: start.position)
  }

  /// `OperationType : one of query mutation subscription`
  func peekOperationType() -> OperationType? {
    if peek(keyword: "query") { return .query }
    if peek(keyword: "mutation") { return .mutation }
    if peek(keyword: "subscription") { return .subscription }
    return nil
  }

  /// `VariablesDefinition : ( VariableDefinition+ )`
  private mutating func parseVariableDefinitions() throws(SyntaxError) -> [VariableDefinition] {
    guard try skip(.parenthesisLeft) else { return [] }
    var variables: [VariableDefinition] = []
    repeat {
      variables.append(try parseVariableDefinition())
    } while try !skip(.parenthesisRight)
    return variables
  }

  /// `VariableDefinition : Description? Variable : Type DefaultValue? Directives[Const]?`
  private mutating func parseVariableDefinition() throws(SyntaxError) -> VariableDefinition {
    let start = token
    let description = try parseDescription()
    let name = try parseVariable()
    try expect(.colon)
    return VariableDefinition(
      description: description,
      name: name,
      type: try parseType(),
      defaultValue: try parseDefaultValue(),
      directives: try parseDirectives(isConst: true),
      at: start.position)
  }

  /// `Variable : $ Name`
  mutating func parseVariable() throws(SyntaxError) -> Name {
    try expect(.dollar)
    return try parseName()
  }

  /// `DefaultValue : = Value[Const]`
  mutating func parseDefaultValue() throws(SyntaxError) -> Value? {
    guard try skip(.equals) else { return nil }
    return try parseValue(isConst: true)
  }
}
