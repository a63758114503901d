/// Which control characters text may have. None of them means anything in a name, and PostgreSQL cannot keep U+0000.
package enum TextLines: Sendable {
  /// Text of one line: none.
  case one
  /// Text that people write over several lines: what ends a line, and tabs.
  case many

  /// The first character that may not be, as in `U+0000`; nil when there is none.
  func violation(in text: String) -> String? {
    for scalar in text.unicodeScalars where isMisfit(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return nil
  }

  private func isMisfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: self == .one
    // Unicode's category Cc; the separators of lines and paragraphs end lines too.
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x2028, 0x2029: self == .one
    default: false
    }
  }
}
