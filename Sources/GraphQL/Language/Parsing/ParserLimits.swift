/// How much of a document the parser takes before it gives up with `ErrorCode.limitExceeded`.
package struct ParserLimits: Hashable, Sendable {
  /// Lexical tokens.
  package var maxTokens: Int
  /// Levels of selection sets, list and object values and list types inside one another.
  ///
  /// It bounds the stack that the parser, and all that walks a document after it, can need.
  package var maxDepth: Int

  package init(maxTokens: Int = 10_000, maxDepth: Int = 200) {
    self.maxTokens = maxTokens
    self.maxDepth = maxDepth
  }

  /// For documents that the service itself brings, such as its schema: of any length.
  package static let trusted = ParserLimits(maxTokens: .max)
}
