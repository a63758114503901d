/// Prints nodes in the format of the reference implementation, indented by two spaces.
struct Printer {
  private var bytes: [UInt8] = []
  private var indentation = 0

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func writeNewline() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }

  mutating func writeIndented(_ body: (inout Printer) -> Void) {
    indentation += 2
    body(&self)
    indentation -= 2
  }

  mutating func write<Item>(
    _ items: [Item], separator: String, _ writeItem: (inout Printer, Item) -> Void
  ) {
    for (index, item) in items.enumerated() {
      if index > 0 { write(separator) }
      writeItem(&self, item)
    }
  }

  /// Each item on a line of its own.
  mutating func writeLines<Item>(_ items: [Item], _ writeItem: (inout Printer, Item) -> Void) {
    for (index, item) in items.enumerated() {
      if index > 0 { writeNewline() }
      writeItem(&self, item)
    }
  }

  /// ` { … }` over several lines; nothing without items.
  mutating func writeBlock<Item>(_ items: [Item], _ writeItem: (inout Printer, Item) -> Void) {
    guard !items.isEmpty else { return }
    write(" ")
    writeBraces(items, writeItem)
  }

  /// `{ … }` over several lines.
  mutating func writeBraces<Item>(_ items: [Item], _ writeItem: (inout Printer, Item) -> Void) {
    write("{")
    writeIndented { printer in
      printer.writeNewline()
      printer.writeLines(items, writeItem)
    }
    writeNewline()
    write("}")
  }

  /// The text written since `mark`: the printer decides from it whether the text may stay on one line.
  struct Excerpt {
    var isMultiline: Bool
    /// In UTF-16 code units, without the indentation of the lines after the first.
    var length: Int
  }

  /// `(a, b)` in one line; nothing without items. When that breaks `rule`, which sees all from offset
  /// `start` on, it is taken back, and each item is put on a line of its own.
  mutating func writeParentheses<Item>(
    _ items: [Item], from start: Int, indented: Bool = true, inOneLineIf rule: (Excerpt) -> Bool,
    _ writeItem: (inout Printer, Item) -> Void
  ) {
    guard !items.isEmpty else { return }
    let mark = bytes.count
    write("(")
    write(items, separator: ", ", writeItem)
    write(")")
    if rule(excerpt(from: start)) { return }

    bytes.removeLast(bytes.count - mark)
    write("(")
    indentation += indented ? 2 : 0
    writeNewline()
    writeLines(items, writeItem)
    indentation -= indented ? 2 : 0
    writeNewline()
    write(")")
  }

  /// `[a, b]` in one line, or if that is too long, each item on a line of its own.
  ///
  /// Items are written once, however deep they are in one another: what was written is moved.
  mutating func writeItems<Item>(
    _ items: [Item], _ opening: String, _ closing: String, padding: String,
    _ writeItem: (inout Printer, Item) -> Void
  ) {
    let start = bytes.count
    write(opening + padding)
    var ranges: [Range<Int>] = []
    for (index, item) in items.enumerated() {
      if index > 0 { write(", ") }
      let itemStart = bytes.count
      writeItem(&self, item)
      ranges.append(itemStart..<bytes.count)
    }
    write(padding + closing)
    if excerpt(from: start).length <= Printer.maxLineLength { return }

    let texts = ranges.map { Array(bytes[$0]) }
    bytes.removeLast(bytes.count - start)
    write(opening)
    writeIndented { printer in
      for text in texts {
        printer.writeNewline()
        for byte in text {
          printer.write(byte)
          if byte == UInt8(ascii: "\n") { printer.write("  ") }
        }
      }
    }
    writeNewline()
    write(closing)
  }

  /// In UTF-16 code units, as the reference implementation counts them.
  static let maxLineLength = 80

  /// The offset at which the next byte will stand.
  var offset: Int { bytes.count }

  private func excerpt(from start: Int) -> Excerpt {
    let written = bytes[start...]
    let newlines = written.count { $0 == UInt8(ascii: "\n") }
    return Excerpt(isMultiline: newlines > 0, length: written.utf16Count - newlines * indentation)
  }
}
