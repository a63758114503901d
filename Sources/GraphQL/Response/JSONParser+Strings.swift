extension JSONParser {
  /// `string = quotation-mark *char quotation-mark`
  mutating func parseString() throws(JSONError) -> String {
    let start = position + 1
    position = start
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        return text.string(start, position)
      case UInt8(ascii: "\\"):
        return try parseEscapedString(from: start)
      default:
        try skipCharacter()
      }
    }
    throw unterminated(at: start - 1)
  }

  /// The rest of a string that has an escape: its characters from `start` are known to be plain up to the
  /// current position.
  private mutating func parseEscapedString(from start: Int) throws(JSONError) -> String {
    var value = Array(text[start..<position])
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: value, as: UTF8.self)
      case UInt8(ascii: "\\"):
        let scalar = try parseEscape()
        value.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default:
        let first = position
        try skipCharacter()
        value.append(contentsOf: text[first..<position])
      }
    }
    throw unterminated(at: start - 1)
  }

  /// `unescaped = %x20-21 / %x23-5B / %x5D-10FFFF`
  private mutating func skipCharacter() throws(JSONError) {
    let byte = text[position]
    guard byte >= 0x20 else {
      throw JSONError(
        "Unescaped control \(text.characterDescription(at: position)) in a string.", at: position)
    }
    if byte < 0x80 {
      position += 1
    } else if let length = text.scalarLength(at: position) {
      position += length
    } else {
      throw JSONError("The text is not UTF-8: \(text.characterDescription(at: position)).", at: position)
    }
  }

  /// `char = escape ( " / \ / "/" / b / f / n / r / t / u 4HEXDIG )`
  ///
  /// A character beyond U+FFFF is two escapes, of its surrogates.
  private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    let scalar: Unicode.Scalar
    switch text.at(start + 1) {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      guard let escape = text.unicodeEscape(at: start) else {
        throw JSONError("Invalid Unicode escape \"\(text.excerpt(at: start, length: 6))\".", at: start)
      }
      position = escape.end
      return escape.scalar
    default:
      throw JSONError("Invalid escape \"\(text.excerpt(at: start, length: 2))\".", at: start)
    }
    position = start + 2
    return scalar
  }

  private func unterminated(at start: Int) -> JSONError {
    JSONError("Unterminated string.", at: start)
  }
}
