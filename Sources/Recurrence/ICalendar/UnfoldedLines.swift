/// The lines of a file, joined with those that begin with a space or a tab, which continue them.
struct UnfoldedLines {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A mark of the byte order, which some programs write.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// The line, and the number of its first one, from 1 on.
  mutating func next() -> (line: [UInt8], number: Int)? {
    guard var line = nextPhysical().map(Array.init) else { return nil }
    let first = number
    // Folds may lie within a character: bytes are joined, not texts.
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09, let more = nextPhysical() {
      line += more.dropFirst()
    }
    return (line, first)
  }

  private mutating func nextPhysical() -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: 0x0a) ?? bytes.count
    var line = bytes[position..<end]
    if line.last == 0x0d { line.removeLast() }
    position = min(end + 1, bytes.count)
    number += 1
    return line
  }
}
