extension Lexer {
  /// `IntValue : IntegerPart [lookahead != {Digit, ., NameStart}]`
  ///
  /// `FloatValue : IntegerPart (FractionalPart | ExponentPart | FractionalPart ExponentPart)
  /// [lookahead != {Digit, ., NameStart}]`
  ///
  /// Specification sections 2.9.1 and 2.9.2.
  func readNumber(at start: Int) throws(SyntaxError) -> Token {
    var kind = TokenKind.int
    var position = start

    // IntegerPart : -? 0 | -? NonZeroDigit Digit*
    if text[position] == UInt8(ascii: "-") { position += 1 }
    if text.at(position) == UInt8(ascii: "0") {
      position += 1
      if let next = text.at(position), next.isDigit {
        throw SyntaxError(
          "Invalid number, unexpected digit after 0: \(text.characterDescription(at: position)).",
          at: position)
      }
    } else {
      position = try endOfDigits(from: position)
    }

    // FractionalPart : . Digit+
    if text.at(position) == UInt8(ascii: ".") {
      kind = .float
      position = try endOfDigits(from: position + 1)
    }

    // ExponentPart : (e | E) (+ | -)? Digit+
    if let indicator = text.at(position), indicator | 0x20 == UInt8(ascii: "e") {
      kind = .float
      position += 1
      if let sign = text.at(position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        position += 1
      }
      position = try endOfDigits(from: position)
    }

    if let next = text.at(position), next == UInt8(ascii: ".") || next.isNameStart {
      throw expectedDigit(at: position)
    }
    return Token(kind: kind, start: start, end: position)
  }

  /// `Digit+`
  private func endOfDigits(from start: Int) throws(SyntaxError) -> Int {
    var position = start
    while position < text.count, text[position].isDigit { position += 1 }
    guard position > start else { throw expectedDigit(at: position) }
    return position
  }

  private func expectedDigit(at position: Int) -> SyntaxError {
    SyntaxError(
      "Invalid number, expected digit but got: \(text.characterDescription(at: position)).", at: position)
  }
}
