/// The scalar that an escape sequence of a string stands for, and the offset after the sequence.
struct Escape {
  var scalar: Unicode.Scalar
  var end: Int
}

extension Bytes {
  /// `\uXXXX` of a Unicode scalar value, or `\uD83D\uDE00` of the two surrogates that make one, as JSON and
  /// GraphQL strings have them. Nil when it is neither.
  func unicodeEscape(at start: Int) -> Escape? {
    guard let value = fourHexDigits(at: start + 2) else { return nil }
    if let scalar = Unicode.Scalar(value) {
      return Escape(scalar: scalar, end: start + 6)
    }
    guard 0xD800...0xDBFF ~= value,
      at(start + 6) == UInt8(ascii: "\\"), at(start + 7) == UInt8(ascii: "u"),
      let trailing = fourHexDigits(at: start + 8), 0xDC00...0xDFFF ~= trailing,
      let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (trailing - 0xDC00))
    else { return nil }
    return Escape(scalar: scalar, end: start + 12)
  }

  private func fourHexDigits(at start: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in start..<start + 4 {
      guard let digit = at(offset)?.hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
