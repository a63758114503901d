/// A word, parameter, literal or sign of SQL, with the line that it stands on.
///
/// Comments are left out. The quotes of a function's body are too, so that its text is read as SQL; what stands between
/// single quotes is one token.
struct SQLToken {
  enum Kind { case word, parameter, literal, sign }

  let kind: Kind
  /// The text; of a word in small letters.
  let text: String
  /// Counted from 1.
  let line: Int

  static func tokens(of sql: String) -> [SQLToken] {
    var tokens: [SQLToken] = []
    var rest = Substring(sql)
    var line = 1
    /// Takes a prefix as a token, or leaves it out.
    func take(_ text: Substring, as kind: Kind?) {
      if let kind { tokens.append(SQLToken(kind: kind, text: kind == .word ? text.lowercased() : String(text), line: line)) }
      line += text.count { $0.isNewline }
      rest = rest[text.endIndex...]
    }
    while let first = rest.first {
      if first.isWhitespace {
        take(rest.prefix(1), as: nil)
      } else if rest.hasPrefix("--") {
        take(rest.prefix { !$0.isNewline }, as: nil)
      } else if let literal = rest.prefixMatch(of: /'(?:[^']|'')*'/) {
        take(literal.0, as: .literal)
      } else if let parameter = rest.prefixMatch(of: /\$[0-9]+/) {
        take(parameter.0, as: .parameter)
      } else if let quotes = rest.prefixMatch(of: /\$[a-z_]*\$/) {
        take(quotes.0, as: nil)
      } else if let word = rest.prefixMatch(of: /[A-Za-z_][A-Za-z_0-9]*|"[^"]+"/) {
        take(word.0, as: .word)
      } else if let number = rest.prefixMatch(of: /[0-9]+(?:\.[0-9]+)?/) {
        take(number.0, as: .literal)
      } else {
        take(rest.prefix(1), as: .sign)
      }
    }
    return tokens
  }
}

extension ArraySlice<SQLToken> {
  /// Whether these words and signs begin at an index. `?` is any token.
  func has(_ words: String..., at index: Int) -> Bool {
    guard index >= startIndex, index + words.count <= endIndex else { return false }
    return zip(words, self[index...]).allSatisfy { $0 == "?" || $0 == $1.text }
  }

  /// The index behind the parenthesis that closes the one at `index`.
  func end(ofGroupAt index: Int) -> Int {
    var depth = 0
    for place in index..<endIndex {
      if self[place].text == "(" { depth += 1 }
      if self[place].text == ")" { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return endIndex
  }

  /// The indices outside of parentheses; an opening one stands for its group.
  var outerIndices: [Int] {
    var indices: [Int] = []
    var index = startIndex
    while index < endIndex {
      indices.append(index)
      index = self[index].text == "(" ? end(ofGroupAt: index) : index + 1
    }
    return indices
  }

  /// The insides of all parentheses, outer ones first.
  var groups: [ArraySlice<SQLToken>] {
    indices.filter { self[$0].text == "(" }.map { self[($0 + 1)..<Swift.max($0 + 1, end(ofGroupAt: $0) - 1)] }
  }

  /// The statements between semicolons.
  var statements: [ArraySlice<SQLToken>] {
    split { $0.text == ";" }
  }
}
