/// The lines that text may have, and with them the control characters. None of those means anything in a name, and
/// PostgreSQL cannot keep U+0000.
package enum TextLines: Sendable {
  /// One line that a program made, such as a token: no control character, and kept as it is.
  case one
  /// One line that people write, such as a name or a title: no control character, and kept without invisible characters
  /// that make two names look alike. See `cleaned`.
  case name
  /// Several lines that people write: line ends and tabs are the only control characters, and it is kept as it is.
  case many

  /// The text as it is kept. A name loses outer spaces, and the invisible marks and controls of text direction wherever
  /// they are: an unbalanced override reorders the text around the name. Joiners inside stay: emoji, Persian and the
  /// scripts of India need them. So does the composition of letters: this is no normalization.
  ///
  ///     " \u{200E}Ada \u{202E}Lovelace\u{200B}"      "Ada Lovelace"
  package func cleaned(_ text: String) -> String {
    guard self == .name else { return text }
    let scalars = text.unicodeScalars.filter { !$0.properties.isBidiControl }
    guard let first = scalars.firstIndex(where: { !Self.isOuterSpace($0) }),
      let last = scalars.lastIndex(where: { !Self.isOuterSpace($0) })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }

  /// A space, or an invisible character of which nothing is left at the end of a line: the space and the joiner of no width
  /// that separate or join words, a byte order mark, a soft hyphen. Line ends and tabs are no spaces here: they are refused.
  private static func isOuterSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x2060, 0xFEFF, 0xAD: true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Whether nothing of the text is seen: it is empty, or has only spaces, line ends and characters of no width. The one place that
  /// decides it: a required text must not be blank, and an optional one that is blank is none. The database checks lengths alone.
  package static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isUnseen) }

  /// Whether a character leaves no mark by itself. U+2800, the Braille pattern without dots, is none of Unicode's spaces.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
      || scalar.value == 0x2800
  }

  /// The first character that may not be, as in `U+0000`; nil when there is none.
  package func violation(in text: String) -> String? {
    for scalar in text.unicodeScalars where isRefused(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return nil
  }

  private func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: self != .many
    // Unicode's category Cc; the separators of lines and paragraphs end lines too.
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x2028, 0x2029: self != .many
    default: false
    }
  }
}
