/// Makes a text shorter, token by token, as long as something about it holds.
enum Reduction {
  static func shortest(_ text: String, _ holds: (String) throws -> Bool) throws -> String {
    var tokens = Tokens(text)
    guard try holds(tokens.text) else { return text }
    var size = tokens.pieces.count / 2
    while size > 0 {
      var start = 0
      var isShorter = false
      while start < tokens.pieces.count {
        var candidate = tokens
        candidate.pieces.removeSubrange(start..<min(start + size, tokens.pieces.count))
        if try holds(candidate.text) {
          tokens = candidate
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter { size /= 2 }
    }
    return tokens.text
  }
}
