extension Source {
  /// The line and column of a byte of this text. An offset beyond the end counts as the end.
  package func location(at position: SourcePosition) -> Location {
    let end = min(max(position.offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for offset in 0..<end {
      switch bytes[offset] {
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = offset + 1
      case UInt8(ascii: "\r") where offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n"):
        line += 1
        lineStart = offset + 1
      default:
        break
      }
    }
    return Location(line: line, column: 1 + bytes[lineStart..<end].utf16Count)
  }
}

extension Sequence<UInt8> {
  /// How many UTF-16 code units these UTF-8 bytes are: one for each character, two for one beyond U+FFFF.
  var utf16Count: Int {
    var count = 0
    for byte in self {
      let isContinuation = byte & 0b1100_0000 == 0b1000_0000
      count += isContinuation ? 0 : byte >= 0b1111_0000 ? 2 : 1
    }
    return count
  }
}
