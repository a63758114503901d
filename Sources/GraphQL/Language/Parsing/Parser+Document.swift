extension Parser {
  /// `Document : Definition+`
  mutating func parseDocument() throws(SyntaxError) -> Document {
    var definitions: [Definition] = []
    repeat {
      definitions.append(try parseDefinition())
    } while !peek(.endOfFile)
    return Document(definitions: definitions)
  }

  /// `Definition : ExecutableDefinition | TypeSystemDefinition | TypeSystemExtension`
  ///
  /// `ExecutableDefinition : OperationDefinition | FragmentDefinition`
  ///
  /// `TypeSystemDefinition : SchemaDefinition | TypeDefinition | DirectiveDefinition`
  private mutating func parseDefinition() throws(SyntaxError) -> Definition {
    let start = token
    let description = try parseDescription()

    if peek(.braceLeft) {
      guard description == nil else {
        throw SyntaxError(
          "Unexpected description, descriptions are not supported on shorthand queries.", at: start.start)
      }
      return .operation(try parseShorthandQuery())
    }
    guard peek(.name) else { throw unexpected(token) }

    if let operation = peekOperationType() {
      return .operation(try parseOperation(operation, description, at: start))
    }
    if peek(keyword: "fragment") {
      return .fragment(try parseFragment(description, at: start))
    }
    if peek(keyword: "schema") {
      return .schema(try parseSchema(description, at: start))
    }
    if peek(keyword: "directive") {
      return .directive(try parseDirectiveDefinition(description, at: start))
    }
    if let kind = peekTypeKind() {
      return .type(try parseTypeDefinition(kind, description, at: start))
    }
    guard description == nil else {
      throw SyntaxError(
        "Unexpected description, only GraphQL definitions support descriptions.", at: start.start)
    }
    if peek(keyword: "extend") {
      return try parseExtension()
    }
    throw unexpected(token)
  }
}
