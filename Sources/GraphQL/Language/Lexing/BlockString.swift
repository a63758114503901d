/// `BlockStringValue(rawValue)`: the text between the quotes of a block string without the indentation that
/// its lines have in common and without blank first and last lines — specification section 2.9.4.
func blockStringValue(_ raw: Bytes) -> String {
  guard let layout = BlockStringLayout(raw) else { return "" }
  var value: [UInt8] = []
  value.reserveCapacity(raw.count)
  var lines = BlockStringLines(raw)
  while let line = lines.next(), line.number <= layout.lastLine {
    guard line.number >= layout.firstLine else { continue }
    if line.number > layout.firstLine { value.append(UInt8(ascii: "\n")) }
    var position = line.number == 0 ? line.start : min(line.start + layout.commonIndent, line.end)
    while position < line.end {
      // `\"""` stands for `"""`.
      if raw[position] == UInt8(ascii: "\\"), raw.has(UInt8(ascii: "\""), times: 3, at: position + 1) {
        value.append(contentsOf: repeatElement(UInt8(ascii: "\""), count: 3))
        position += 4
      } else {
        value.append(raw[position])
        position += 1
      }
    }
  }
  return String(decoding: value, as: UTF8.self)
}

/// The lines of a block string that count, and their common indentation.
private struct BlockStringLayout {
  /// The first and last lines that are not blank.
  var firstLine: Int
  var lastLine: Int
  /// The smallest indent of all these lines but line 0, which starts after the quotes.
  var commonIndent: Int

  /// Nil when all lines are blank.
  init?(_ raw: Bytes) {
    var first: Int?
    var last = 0
    var indent = Int.max
    var lines = BlockStringLines(raw)
    while let line = lines.next() {
      var content = line.start
      while content < line.end, raw[content] == UInt8(ascii: " ") || raw[content] == UInt8(ascii: "\t") {
        content += 1
      }
      guard content < line.end else { continue }
      first = first ?? line.number
      last = line.number
      if line.number > 0 { indent = min(indent, content - line.start) }
    }
    guard let first else { return nil }
    firstLine = first
    lastLine = last
    // With no line but line 0 nothing is indented in common.
    commonIndent = indent == Int.max ? 0 : indent
  }
}

/// The lines of a text, which end at LF, CR or CRLF.
private struct BlockStringLines {
  struct Line {
    var number: Int
    var start: Int
    var end: Int
  }

  private let text: Bytes
  private var number = 0
  private var start: Int? = 0

  init(_ text: Bytes) {
    self.text = text
  }

  mutating func next() -> Line? {
    guard let start else { return nil }
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") { end += 1 }
    let line = Line(number: number, start: start, end: end)
    number += 1
    if end == text.count {
      self.start = nil
    } else {
      let isCRLF = text[end] == UInt8(ascii: "\r") && text.at(end + 1) == UInt8(ascii: "\n")
      self.start = end + (isCRLF ? 2 : 1)
    }
    return line
  }
}
