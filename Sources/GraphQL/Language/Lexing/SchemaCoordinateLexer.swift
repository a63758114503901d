/// Reads the tokens of a schema coordinate — specification section 2.13.
///
/// It is no part of a document and has a lexical grammar of its own: nothing is ignored, not even white
/// space. A lexer must not outlive the buffer that it was made from.
struct SchemaCoordinateLexer {
  let text: Bytes
  /// The token that was read last.
  private(set) var token = Token(kind: .endOfFile, start: 0, end: 0)

  init(_ text: Bytes) { self.text = text }

  /// `SchemaCoordinateToken : SchemaCoordinatePunctuator | Name`
  ///
  /// `SchemaCoordinatePunctuator : one of ( ) . : @`
  mutating func advance() throws(SyntaxError) {
    let start = token.end
    guard let byte = text.at(start) else {
      token = Token(kind: .endOfFile, start: text.count, end: text.count)
      return
    }
    switch byte {
    case UInt8(ascii: "."): token = Token(kind: .dot, start: start, end: start + 1)
    case UInt8(ascii: "("): token = Token(kind: .parenthesisLeft, start: start, end: start + 1)
    case UInt8(ascii: ")"): token = Token(kind: .parenthesisRight, start: start, end: start + 1)
    case UInt8(ascii: ":"): token = Token(kind: .colon, start: start, end: start + 1)
    case UInt8(ascii: "@"): token = Token(kind: .at, start: start, end: start + 1)
    case _ where byte.isNameStart:
      var end = start + 1
      while end < text.count, text[end].isNameContinue { end += 1 }
      token = Token(kind: .name, start: start, end: end)
    default:
      throw SyntaxError("Invalid character: \(text.characterDescription(at: start)).", at: start)
    }
  }
}
