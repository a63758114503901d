/// Finds the lines and columns of many places in one text. It marks where lines and columns are every few
/// kilobytes, so that no place is counted from the start again.
struct SourceLocator {
  /// Bytes from one mark to the next.
  private static let interval = 4_096

  private let source: Source
  /// The place of byte `index * interval`, as far as places were asked for.
  private var marks = [Location(line: 1, column: 1)]

  init(_ source: Source) { self.source = source }

  /// The line and column of a byte of the text. An offset beyond the end counts as the end.
  mutating func location(at position: SourcePosition) -> Location {
    let offset = min(max(position.offset, 0), source.bytes.count)
    let wanted = offset / Self.interval
    while marks.count <= wanted {
      let last = marks.count - 1
      let start = last * Self.interval
      marks.append(source.location(at: start + Self.interval, from: start, at: marks[last]))
    }
    return source.location(at: offset, from: wanted * Self.interval, at: marks[wanted])
  }
}

extension Source {
  /// The line and column of the byte at `offset`, counted from one before it whose place is known.
  fileprivate func location(at offset: Int, from start: Int, at known: Location) -> Location {
    bytes.withUnsafeBufferPointer { text in
      var location = known
      for index in start..<offset {
        switch text[index] {
        case UInt8(ascii: "\n"):
          location = Location(line: location.line + 1, column: 1)
        case UInt8(ascii: "\r") where text.at(index + 1) != UInt8(ascii: "\n"):
          location = Location(line: location.line + 1, column: 1)
        case 0b1000_0000...0b1011_1111:
          // Within a character.
          break
        case 0b1111_0000...:
          // Two code units of UTF-16.
          location.column += 2
        default:
          location.column += 1
        }
      }
      return location
    }
  }
}
