/// Changes a text a little: what someone mistyped, or an attacker tried.
struct Mutation {
  /// The words that a change may insert.
  private let words: [String]

  init(words: [String]) {
    self.words =
      words + [
        "{", "}", "(", ")", "[", "]", ":", "!", "=", "@", "$", "|", "&", "...", "on", "fragment", "query",
        "mutation", "subscription", "true", "false", "null", "1", "-", "01", "1.", ".5", "1e", "1.0e1", "1x",
        "\"", "\"\"", "\"\"\"", "\"a\\", "\"\\u{}\"", "\"\\u{D800}\"", "\"\\uD800\"", "\"\\uDEAD\\uD800\"",
        "\"\\u{110000}\"", "\"\\x\"", "\"\\u00g0\"", "\"\\u{000000041}\"", "'", "%", "é", "😀", "\u{0}", "\u{7}",
        "\u{2028}", "..",
        "type", "extend", "schema", "directive", "interface", "implements", "input", "enum", "union", "scalar",
        "repeatable", "__typename", "\"\"\"doc\"\"\"",
      ]
  }

  func apply(to text: String, _ random: inout Random) -> String {
    var text = text
    for _ in 0..<(random.once(in: 3) ? random.between(2...4) : 1) {
      text = random.once(in: 6) ? changedByte(text, &random) : changedToken(text, &random)
    }
    return text
  }

  private func changedToken(_ text: String, _ random: inout Random) -> String {
    var tokens = Tokens(text)
    guard !tokens.tokens.isEmpty else { return random.pick(words) }
    let index = random.pick(tokens.tokens)
    let other = random.pick(tokens.tokens)
    switch random.below(6) {
    case 0: tokens.pieces[index] = ""
    case 1: tokens.pieces.insert(contentsOf: [tokens.pieces[index], " "], at: index)
    case 2: tokens.pieces.swapAt(index, other)
    case 3: tokens.pieces[index] = random.pick(words)[...]
    case 4: tokens.pieces.insert(contentsOf: [random.pick(words)[...], " "], at: index)
    default: tokens.pieces[index] = tokens.pieces[other]
    }
    return tokens.text
  }

  /// A changed byte; bytes that are no longer UTF-8 become U+FFFD.
  private func changedByte(_ text: String, _ random: inout Random) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return "\u{0}" }
    let index = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes.remove(at: index)
    case 1: bytes[index] = UInt8(random.below(256))
    case 2: bytes.insert(UInt8(random.below(128)), at: index)
    default: bytes.removeSubrange(index...)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
