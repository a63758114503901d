extension Lexer {
  /// `StringValue : "" [lookahead != "] | " StringCharacter+ "`
  ///
  /// `StringCharacter : SourceCharacter but not " or \ or LineTerminator | \u EscapedUnicode |
  /// \ EscapedCharacter`
  ///
  /// Specification section 2.9.4.
  func readString(at start: Int) throws(SyntaxError) -> Token {
    var kind = TokenKind.plainString
    var position = start + 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        return Token(kind: kind, start: start, end: position + 1)
      case UInt8(ascii: "\\"):
        kind = .escapedString
        position = try readEscape(at: position).end
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw unterminatedString(at: position)
      case 0x00...0x7F:
        position += 1
      default:
        position = try endOfCharacter(at: position)
      }
    }
    throw unterminatedString(at: position)
  }

  /// `StringValue : """ BlockStringCharacter* """`
  ///
  /// `BlockStringCharacter : SourceCharacter but not """ or \""" | \"""`
  func readBlockString(at start: Int) throws(SyntaxError) -> Token {
    var position = start + 3
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\"") where text.has(UInt8(ascii: "\""), times: 3, at: position):
        return Token(kind: .blockString, start: start, end: position + 3)
      case UInt8(ascii: "\\") where text.has(UInt8(ascii: "\""), times: 3, at: position + 1):
        position += 4
      case 0x00...0x7F:
        position += 1
      default:
        position = try endOfCharacter(at: position)
      }
    }
    throw unterminatedString(at: position)
  }

  /// The value of a string token.
  func stringValue(of token: Token) -> String {
    switch token.kind {
    case .blockString:
      return blockStringValue(Bytes(rebasing: text[token.start + 3..<token.end - 3]))
    case .escapedString:
      return unescaped(token)
    default:
      return text.string(token.start + 1, token.end - 1)
    }
  }

  private func unescaped(_ token: Token) -> String {
    var value: [UInt8] = []
    value.reserveCapacity(token.end - token.start)
    var position = token.start + 1
    while position < token.end - 1 {
      // Reading the token has shown that its escapes are valid.
      if text[position] == UInt8(ascii: "\\"), let escape = try? readEscape(at: position) {
        value.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
        position = escape.end
      } else {
        value.append(text[position])
        position += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  private func endOfCharacter(at position: Int) throws(SyntaxError) -> Int {
    guard let length = text.scalarLength(at: position) else {
      throw SyntaxError(
        "Invalid character within String: \(text.characterDescription(at: position)).", at: position)
    }
    return position + length
  }

  private func unterminatedString(at position: Int) -> SyntaxError {
    SyntaxError("Unterminated string.", at: position)
  }
}
