extension Lexer {
  /// `\u EscapedUnicode | \ EscapedCharacter`, at its backslash.
  ///
  /// `EscapedCharacter : one of " \ / b f n r t`
  func readEscape(at start: Int) throws(SyntaxError) -> Escape {
    let scalar: Unicode.Scalar
    switch text.at(start + 1) {
    case UInt8(ascii: "u"):
      return text.at(start + 2) == UInt8(ascii: "{")
        ? try readVariableWidthUnicode(at: start) : try readFixedWidthUnicode(at: start)
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    default:
      throw SyntaxError(
        "Invalid character escape sequence: \"\(text.excerpt(at: start, length: 2))\".", at: start)
    }
    return Escape(scalar: scalar, end: start + 2)
  }

  /// `EscapedUnicode : { HexDigit+ }`, of a Unicode scalar value. Eight digits are read at most.
  private func readVariableWidthUnicode(at start: Int) throws(SyntaxError) -> Escape {
    var value: UInt32 = 0
    var position = start + 3
    while position < start + 12 {
      let byte = text.at(position)
      position += 1
      if byte == UInt8(ascii: "}") {
        guard position >= start + 5, let scalar = Unicode.Scalar(value) else { break }
        return Escape(scalar: scalar, end: position)
      }
      guard let digit = byte?.hexDigitValue else { break }
      value = value &<< 4 | digit
      if value > Int32.max { break }
    }
    throw invalidUnicodeEscape(at: start, length: position - start)
  }

  /// `EscapedUnicode : HexDigit HexDigit HexDigit HexDigit`
  private func readFixedWidthUnicode(at start: Int) throws(SyntaxError) -> Escape {
    guard let escape = text.unicodeEscape(at: start) else {
      throw invalidUnicodeEscape(at: start, length: 6)
    }
    return escape
  }

  private func invalidUnicodeEscape(at start: Int, length: Int) -> SyntaxError {
    SyntaxError(
      "Invalid Unicode escape sequence: \"\(text.excerpt(at: start, length: length))\".", at: start)
  }
}
