/// Puts tokens together to a text, with what the grammar ignores between them: specification section 2.1,
/// `Ignored : UnicodeBOM | WhiteSpace | LineTerminator | Comment | Comma`.
struct Layout {
  private static let fancy = [
    "\t", ",", " , ", "\n", "\r\n", "\r", "\n\n", "\u{FEFF}", "# note\n", "#é😀 \"\"\"\r\n", "#\r", " #{\n  ",
  ]

  /// One in so many gaps is something else than a space or a newline.
  var oddities: Int

  func text(_ tokens: [String], _ random: inout Random) -> String {
    var text = random.once(in: oddities * 4) ? "\u{FEFF}" : ""
    for (index, token) in tokens.enumerated() {
      if index > 0 {
        let needsGap = Layout.touches(tokens[index - 1], token)
        if random.once(in: oddities) {
          text += random.pick(Layout.fancy)
        } else if needsGap || !random.once(in: 4) {
          text += random.once(in: 8) ? "\n" : " "
        }
      }
      text += token
    }
    return text
  }

  /// Whether two tokens would be another one without a gap, as names would, or two strings.
  private static func touches(_ one: String, _ other: String) -> Bool {
    guard let last = one.unicodeScalars.last, let first = other.unicodeScalars.first else { return false }
    let isWord = { (scalar: Unicode.Scalar) in
      scalar == "_" || scalar == "." || scalar == "\"" || scalar == "-"
        || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    return isWord(last) && isWord(first)
  }
}
