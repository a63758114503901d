extension Document {
  /// Parses an executable document, a type system document, or both in one.
  ///
  /// Specification section 2. Throws `.parseFailed` with the wording and the location of the reference
  /// implementation, and `.limitExceeded` when a limit is passed.
  package init(parsing source: Source, limits: ParserLimits = ParserLimits()) throws(GraphQLError) {
    self = try Parser.parse(source, limits: limits) { (parser) throws(SyntaxError) in
      try parser.parseDocument()
    }
  }
}

extension Value {
  /// Parses a text that is a value and nothing else. With `isConst` it may not hold variables.
  ///
  /// Specification section 2.9. Throws as `Document.init(parsing:limits:)` does.
  package init(
    parsing source: Source, isConst: Bool = false, limits: ParserLimits = ParserLimits()
  ) throws(GraphQLError) {
    self = try Parser.parse(source, limits: limits) { (parser) throws(SyntaxError) in
      let value = try parser.parseValue(isConst: isConst)
      try parser.expect(.endOfFile)
      return value
    }
  }
}

extension TypeNode {
  /// Parses a text that is a type reference and nothing else, such as `[ID!]!`.
  ///
  /// Specification section 2.11. Throws as `Document.init(parsing:limits:)` does.
  package init(parsing source: Source, limits: ParserLimits = ParserLimits()) throws(GraphQLError) {
    self = try Parser.parse(source, limits: limits) { (parser) throws(SyntaxError) in
      let type = try parser.parseType()
      try parser.expect(.endOfFile)
      return type
    }
  }
}

extension Parser {
  /// Runs `production` on the text of `source` and locates its error.
  fileprivate static func parse<Node>(
    _ source: Source, limits: ParserLimits, _ production: (inout Parser) throws(SyntaxError) -> Node
  ) throws(GraphQLError) -> Node {
    do throws(SyntaxError) {
      return try source.bytes.withUnsafeBufferPointer { (text) throws(SyntaxError) in
        var parser = try Parser(text, limits: limits)
        return try production(&parser)
      }
    } catch {
      throw GraphQLError(error, in: source)
    }
  }
}
