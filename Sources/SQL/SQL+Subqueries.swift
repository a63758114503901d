extension SQL {
  /// The tables that stand behind FROM and JOIN, each as often as it does.
  public var tables: [String] {
    parts.flatMap { part in
      guard case .text(let text) = part else { return [String]() }
      return Self.names(behind: "FROM ", in: text) + Self.names(behind: "JOIN ", in: text)
    }
  }

  private static func names(behind word: StaticString, in text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      word.withUTF8Buffer { word in
        guard bytes.count > word.count else { return [] }
        return (0..<bytes.count - word.count).compactMap { start in
          guard bytes[start] == word[0], word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) else { return nil }
          let name = bytes[(start + word.count)...].prefix {
            $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          }
          return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }
      }
    }
  }

  /// How many queries stand inside: what is read from other rows than those at hand has a `SELECT` of its own.
  public var selectCount: Int {
    parts.reduce(0) { count, part in
      switch part {
      case .text(let text), .reading(let text, _): count + Self.count(of: "SELECT", in: text)
      case .bind: count
      }
    }
  }

  /// The queries in parentheses that stand inside, without those that are inside of these.
  public var queries: [SQL] {
    var found: [SQL] = []
    var query: [Part]?
    var depth = 0
    for part in parts {
      let bytes: [UInt8]
      switch part {
      case .bind:
        query?.append(part)
        continue
      case .text(let text), .reading(let text, _): bytes = Array(text.utf8)
      }
      var start = 0
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "("):
          if query != nil {
            depth += 1
          } else if bytes[(index + 1)...].starts(with: "SELECT".utf8) {
            query = []
            depth = 1
            start = index
          }
        case UInt8(ascii: ")"):
          guard let before = query else { continue }
          depth -= 1
          if depth > 0 { continue }
          found.append(SQL(parts: before + [.text(String(decoding: bytes[start...index], as: UTF8.self))]))
          query = nil
        default: continue
        }
      }
      query?.append(.text(String(decoding: bytes[start...], as: UTF8.self)))
    }
    return found
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
