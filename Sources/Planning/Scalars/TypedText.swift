/// Text that people type or copy and that names one thing, such as a number or a code. Keyboards and address books write the same
/// characters in several ways; a comparison needs one.
package enum TypedText {
  /// The text in plain characters: full-width characters as those of ASCII, the decimal digits of every script as `0` to `9`, every
  /// dash as `-` and every space as one space; without marks of direction and other invisible characters.
  ///
  ///     "\u{202A}+４９\u{00A0}٣٠‐1\u{202C}"      "+49 30-1"
  package static func folded(_ text: String) -> String {
    var folded = "".unicodeScalars
    for scalar in text.unicodeScalars { if let plain = plain(scalar) { folded.append(plain) } }
    return String(folded)
  }

  /// - Returns: nil for a character of no width.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return scalar }
    if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) }
    switch scalar.properties.generalCategory {
    case .decimalNumber:
      guard let value = scalar.properties.numericValue, let digit = UInt8(exactly: value), digit < 10 else { return scalar }
      return Unicode.Scalar(UInt8(ascii: "0") + digit)
    case .dashPunctuation: return "-"
    case .spaceSeparator: return " "
    // The minus sign is no dash to Unicode.
    case .mathSymbol: return scalar.value == 0x2212 ? "-" : scalar
    case .format: return nil
    default: return scalar
    }
  }
}
