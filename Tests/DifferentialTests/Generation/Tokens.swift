/// The lexical tokens of a text that is going to be changed, and what is between them.
///
/// Not the lexer that is tested: this one takes whatever comes and never fails.
struct Tokens {
  /// Tokens and what is ignored, in turns: the text is all of them.
  var pieces: [Substring]
  /// Where in `pieces` the tokens are.
  var tokens: [Int]

  init(_ text: String) {
    pieces = []
    tokens = []
    var rest = text[...]
    while let first = rest.unicodeScalars.first {
      let length = Tokens.length(of: rest.unicodeScalars, startingWith: first)
      let end = rest.unicodeScalars.index(rest.startIndex, offsetBy: length)
      if !Tokens.isIgnored(first) { tokens.append(pieces.count) }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
  }

  var text: String { pieces.joined() }

  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    " \t\r\n,#\u{FEFF}".unicodeScalars.contains(scalar)
  }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
  }

  private static func length(
    of text: Substring.UnicodeScalarView, startingWith first: Unicode.Scalar
  ) -> Int {
    switch first {
    case "#": return text.prefix { $0 != "\n" && $0 != "\r" }.count
    case "\"":
      let isBlock = text.starts(with: "\"\"\"".unicodeScalars)
      let quotes = isBlock ? 3 : 1
      var length = quotes
      var rest = text.dropFirst(quotes)
      while let scalar = rest.first {
        if scalar == "\"", !isBlock || rest.starts(with: "\"\"\"".unicodeScalars) { return length + quotes }
        if !isBlock, scalar == "\n" || scalar == "\r" { return length }
        let step = scalar == "\\" ? (isBlock && rest.starts(with: "\\\"\"\"".unicodeScalars) ? 4 : 2) : 1
        // Counting all of the rest here would take a time that is quadratic in the text.
        let piece = rest.prefix(step)
        length += piece.count
        rest = rest[piece.endIndex...]
      }
      return length
    case ".": return text.starts(with: "...".unicodeScalars) ? 3 : 1
    case "-": return 1 + text.dropFirst().prefix { isName($0) || $0 == "." }.count
    case "0"..."9": return text.prefix { isName($0) || $0 == "." }.count
    default: return isName(first) ? text.prefix(while: isName).count : 1
    }
  }
}
