/// A parser of schema coordinates — specification section 2.13.
struct SchemaCoordinateParser {
  private var lexer: SchemaCoordinateLexer

  /// Starts at the first token of `text`, which must outlive the parser.
  init(_ text: Bytes) throws(SyntaxError) {
    lexer = SchemaCoordinateLexer(text)
    try lexer.advance()
  }

  /// `SchemaCoordinate`, and nothing after it.
  mutating func parse() throws(SyntaxError) -> SchemaCoordinate {
    let coordinate = try skip(.at) ? parseDirective() : parseType()
    guard lexer.token.kind == .endOfFile else { throw expected(.endOfFile) }
    return coordinate
  }

  /// `@ Name` or `@ Name ( Name : )`, from its name on.
  private mutating func parseDirective() throws(SyntaxError) -> SchemaCoordinate {
    let directive = try parseName()
    return try parseArgument().map { .directiveArgument($0, of: directive) } ?? .directive(directive)
  }

  /// `Name`, `Name . Name` or `Name . Name ( Name : )`
  private mutating func parseType() throws(SyntaxError) -> SchemaCoordinate {
    let type = try parseName()
    guard try skip(.dot) else { return .type(type) }
    let member = try parseName()
    return try parseArgument().map { .argument($0, ofField: member, of: type) } ?? .member(member, of: type)
  }

  /// `( Name : )`, if it is there.
  private mutating func parseArgument() throws(SyntaxError) -> Name? {
    guard try skip(.parenthesisLeft) else { return nil }
    let name = try parseName()
    guard try skip(.colon) else { throw expected(.colon) }
    guard try skip(.parenthesisRight) else { throw expected(.parenthesisRight) }
    return name
  }

  private mutating func parseName() throws(SyntaxError) -> Name {
    let token = lexer.token
    guard try skip(.name) else { throw expected(.name) }
    return Name(lexer.text.asciiString(token.start, token.end), at: token.position)
  }

  private mutating func skip(_ kind: TokenKind) throws(SyntaxError) -> Bool {
    guard lexer.token.kind == kind else { return false }
    try lexer.advance()
    return true
  }

  private func expected(_ kind: TokenKind) -> SyntaxError {
    let token = lexer.token
    let value = token.kind == .name ? " \"\(lexer.text.asciiString(token.start, token.end))\"" : ""
    return SyntaxError("Expected \(kind), found \(token.kind)\(value).", at: token.start)
  }
}

extension SchemaCoordinate {
  /// Parses a text that is a schema coordinate and nothing else, such as `Student.assignments(first:)`.
  ///
  /// Throws `.parseFailed` with the wording and the location of the reference implementation.
  package init(parsing source: Source) throws(GraphQLError) {
    do throws(SyntaxError) {
      self = try source.bytes.withUnsafeBufferPointer { (text) throws(SyntaxError) in
        var parser = try SchemaCoordinateParser(text)
        return try parser.parse()
      }
    } catch {
      throw GraphQLError(error, in: source)
    }
  }
}
