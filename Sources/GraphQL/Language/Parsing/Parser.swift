/// A recursive descent parser of the syntactic grammar — specification section 2.
///
/// Each `parse…` method has its grammar production above it and starts at the current token. A list
/// `{ Item+ }` reads as `expect(.braceLeft)`, then `repeat { … } while !skip(.braceRight)`.
struct Parser {
  private var lexer: Lexer
  private let limits: ParserLimits
  private var tokenCount = 0
  private var depth = 0

  /// Starts at the first token of `text`, which must outlive the parser.
  init(_ text: Bytes, limits: ParserLimits) throws(SyntaxError) {
    lexer = Lexer(text)
    self.limits = limits
    try advance()
  }

  // MARK: Tokens

  var token: Token { lexer.token }

  mutating func advance() throws(SyntaxError) {
    try lexer.advance()
    guard token.kind != .endOfFile else { return }
    tokenCount += 1
    if tokenCount > limits.maxTokens {
      throw SyntaxError(
        "Document contains more than \(limits.maxTokens) tokens. Parsing aborted.",
        passing: SyntaxError.Limit(name: "tokens", value: limits.maxTokens), at: token.start)
    }
  }

  @inline(__always)
  func peek(_ kind: TokenKind) -> Bool { token.kind == kind }

  /// Goes past the current token if it is of this kind, and says whether it was.
  mutating func skip(_ kind: TokenKind) throws(SyntaxError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  /// Goes past the current token, which must be of this kind.
  mutating func expect(_ kind: TokenKind) throws(SyntaxError) {
    guard token.kind == kind else {
      throw SyntaxError("Expected \(kind), found \(describe(token)).", at: token.start)
    }
    if kind != .endOfFile { try advance() }
  }

  /// Whether the current token is this name.
  func peek(keyword: StaticString) -> Bool {
    guard token.kind == .name, token.end - token.start == keyword.utf8CodeUnitCount else { return false }
    let characters = UnsafeBufferPointer(start: keyword.utf8Start, count: keyword.utf8CodeUnitCount)
    for index in 0..<characters.count where lexer.text[token.start + index] != characters[index] {
      return false
    }
    return true
  }

  mutating func skip(keyword: StaticString) throws(SyntaxError) -> Bool {
    guard peek(keyword: keyword) else { return false }
    try advance()
    return true
  }

  mutating func expect(keyword: StaticString) throws(SyntaxError) {
    guard try skip(keyword: keyword) else {
      throw SyntaxError("Expected \"\(keyword)\", found \(describe(token)).", at: token.start)
    }
  }

  // MARK: Errors

  func unexpected(_ token: Token) -> SyntaxError {
    SyntaxError("Unexpected \(describe(token)).", at: token.start)
  }

  /// A token as error messages show it: its kind, and its value if it has one, as far as it is worth reading.
  func describe(_ token: Token) -> String {
    switch token.kind {
    case .name, .int, .float: "\(token.kind) \"\(text(of: token).brief)\""
    case .plainString, .escapedString, .blockString: "\(token.kind) \"\(lexer.stringValue(of: token).brief)\""
    default: "\(token.kind)"
    }
  }

  // MARK: Depth

  /// Marks the start of a production that can contain itself; `leave()` marks its end.
  mutating func enter() throws(SyntaxError) {
    depth += 1
    if depth > limits.maxDepth {
      throw SyntaxError(
        "Document nests more than \(limits.maxDepth) levels deep. Parsing aborted.",
        passing: SyntaxError.Limit(name: "nesting", value: limits.maxDepth), at: token.start)
    }
  }

  mutating func leave() { depth -= 1 }

  // MARK: Lexical productions

  /// The characters of a name or number as they stand in the source.
  func text(of token: Token) -> String { lexer.text.asciiString(token.start, token.end) }

  /// `Name`
  mutating func parseName() throws(SyntaxError) -> Name {
    let start = token
    try expect(.name)
    return Name(text(of: start), at: start.position)
  }

  /// `StringValue`
  mutating func parseString() throws(SyntaxError) -> StringValue {
    let start = token
    try advance()
    return StringValue(
      lexer.stringValue(of: start), isBlock: start.kind == .blockString, at: start.position)
  }

  /// `Description : StringValue`
  mutating func parseDescription() throws(SyntaxError) -> StringValue? {
    token.kind.isString ? try parseString() : nil
  }
}
