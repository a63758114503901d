extension Bytes {
  /// A character as error messages show it: printable ASCII in quotes, other characters as `U+00E9`, bytes
  /// that are not UTF-8 as `byte 0xFF`, the end of the text as `<EOF>`.
  func characterDescription(at offset: Int) -> String {
    guard let byte = at(offset) else { return "<EOF>" }
    guard let length = scalarLength(at: offset),
      let scalar = string(offset, offset + length).unicodeScalars.first
    else { return "byte 0x\(byte.hexadecimal(width: 2))" }
    switch scalar {
    case "\"": return "'\"'"
    case " "..."~": return "\"\(scalar)\""
    default: return "U+\(scalar.value.hexadecimal(width: 4))"
    }
  }

  /// At most `length` characters from `start` on.
  func excerpt(at start: Int, length: Int) -> String {
    var end = start
    for _ in 0..<length where end < count { end += scalarLength(at: end) ?? 1 }
    return string(start, end)
  }
}

extension FixedWidthInteger {
  /// In upper case hexadecimal digits, with leading zeros up to `width` of them.
  func hexadecimal(width: Int) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
