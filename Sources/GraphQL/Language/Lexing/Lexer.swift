/// Reads the tokens of a source text, one at a time — specification section 2.1.
///
/// It only looks at bytes: names and strings become Swift strings when the parser asks for them.
/// A lexer must not outlive the buffer that it was made from.
package struct Lexer {
  let text: Bytes
  /// The token that was read last.
  package private(set) var token = Token(kind: .endOfFile, start: 0, end: 0)

  package init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Reads the next token, past all that is ignored.
  ///
  /// `Ignored : UnicodeBOM | WhiteSpace | LineTerminator | Comment | Comma`
  package mutating func advance() throws(SyntaxError) {
    let text = text
    var position = token.end
    while position < text.count {
      let byte = text[position]
      // Spaces and names are most of a document.
      if byte == UInt8(ascii: " ") {
        position += 1
        continue
      }
      if byte.isNameStart {
        token = readName(at: position)
        return
      }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "#"):
        position = endOfComment(from: position + 1)
      case 0xEF where text.at(position + 1) == 0xBB && text.at(position + 2) == 0xBF:
        position += 3
      default:
        token = try readToken(startingWith: byte, at: position)
        return
      }
    }
    token = Token(kind: .endOfFile, start: text.count, end: text.count)
  }

  /// `Token : Punctuator | Name | IntValue | FloatValue | StringValue`, all but `Name`.
  ///
  /// `Punctuator : one of ! $ & ( ) ... : = @ [ ] { | }`
  private func readToken(startingWith byte: UInt8, at start: Int) throws(SyntaxError) -> Token {
    func punctuator(_ kind: TokenKind) -> Token { Token(kind: kind, start: start, end: start + 1) }
    switch byte {
    case UInt8(ascii: "{"): return punctuator(.braceLeft)
    case UInt8(ascii: "}"): return punctuator(.braceRight)
    case UInt8(ascii: "("): return punctuator(.parenthesisLeft)
    case UInt8(ascii: ")"): return punctuator(.parenthesisRight)
    case UInt8(ascii: ":"): return punctuator(.colon)
    case UInt8(ascii: "$"): return punctuator(.dollar)
    case UInt8(ascii: "!"): return punctuator(.exclamationMark)
    case UInt8(ascii: "["): return punctuator(.bracketLeft)
    case UInt8(ascii: "]"): return punctuator(.bracketRight)
    case UInt8(ascii: "@"): return punctuator(.at)
    case UInt8(ascii: "="): return punctuator(.equals)
    case UInt8(ascii: "|"): return punctuator(.pipe)
    case UInt8(ascii: "&"): return punctuator(.ampersand)
    case UInt8(ascii: ".") where text.has(UInt8(ascii: "."), times: 3, at: start):
      return Token(kind: .spread, start: start, end: start + 3)
    case UInt8(ascii: "\""):
      let isBlock = text.has(UInt8(ascii: "\""), times: 3, at: start)
      return isBlock ? try readBlockString(at: start) : try readString(at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try readNumber(at: start)
    case UInt8(ascii: "."):
      throw unexpectedDot(at: start)
    case UInt8(ascii: "'"):
      throw SyntaxError(
        "Unexpected single quote character ('), did you mean to use a double quote (\")?", at: start)
    default:
      let isUTF8 = text.scalarLength(at: start) != nil
      throw SyntaxError(
        "\(isUTF8 ? "Unexpected" : "Invalid") character: \(text.characterDescription(at: start)).", at: start)
    }
  }

  /// The error for text that starts with a dot and is not `...`.
  private func unexpectedDot(at start: Int) -> SyntaxError {
    if text.at(start + 1) == UInt8(ascii: ".") {
      return SyntaxError("Unexpected \"..\", did you mean \"...\"?", at: start)
    }
    var end = start + 1
    while text.at(end)?.isDigit == true { end += 1 }
    if end == start + 1 { return SyntaxError("Unexpected character: \".\".", at: start) }
    let digits = text.asciiString(start + 1, end)
    return SyntaxError(
      "Invalid number, expected digit before \".\", did you mean \"0.\(digits)\"?", at: start)
  }

  /// `Comment : # CommentChar* [lookahead != CommentChar]`
  ///
  /// `CommentChar : SourceCharacter but not LineTerminator`; what is no `SourceCharacter` ends it.
  private func endOfComment(from start: Int) -> Int {
    var position = start
    while let byte = text.at(position), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      if byte < 0x80 {
        position += 1
      } else if let length = text.scalarLength(at: position) {
        position += length
      } else {
        break
      }
    }
    return position
  }

  /// `Name : NameStart NameContinue* [lookahead != NameContinue]`
  private func readName(at start: Int) -> Token {
    var end = start + 1
    while end < text.count, text[end].isNameContinue { end += 1 }
    return Token(kind: .name, start: start, end: end)
  }
}
