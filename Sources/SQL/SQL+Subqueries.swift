extension SQL {
  /// How many queries stand inside: what is read from other rows than those at hand has a `SELECT` of its own.
  public var selectCount: Int {
    parts.reduce(0) { count, part in
      switch part {
      case .text(let text), .reading(let text, _): count + Self.count(of: "SELECT", in: text)
      case .bind: count
      }
    }
  }

  /// By bytes: a search for characters of a text takes longer than all else that planning does with it.
  private static func count(of word: StaticString, in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      word.withUTF8Buffer { word in
        guard bytes.count >= word.count else { return 0 }
        return (0...bytes.count - word.count).count { start in
          bytes[start] == word[0] && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
        }
      }
    }
  }
}
