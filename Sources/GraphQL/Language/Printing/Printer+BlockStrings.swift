extension Printer {
  /// The quotes stand on lines of their own unless the value is one short line that they can enclose.
  ///
  /// `value` is one that `BlockStringValue()` gives: its first and last lines are not blank, and of its
  /// other lines at least one is not indented.
  mutating func writeBlockString(_ value: String) {
    var value = value
    value.withUTF8 { writeBlockString($0) }
  }

  private mutating func writeBlockString(_ value: Bytes) {
    let quote = UInt8(ascii: "\"")
    let isSingleLine = !value.contains(UInt8(ascii: "\n"))
    let trailingQuotes = value.reversed().prefix { $0 == quote }.count
    let endsInTripleQuotes = trailingQuotes > 0 && trailingQuotes % 3 == 0
    // A quote or backslash right before the closing quotes would become part of them.
    let needsTrailingNewline =
      trailingQuotes > 0 && !endsInTripleQuotes || value.last == UInt8(ascii: "\\")
    let isMultiline =
      !isSingleLine || value.utf16Count > 70 || needsTrailingNewline || endsInTripleQuotes
    // On a line of its own the indentation of a single line would be taken for that of the block.
    let startsIndented = value.first == UInt8(ascii: " ") || value.first == UInt8(ascii: "\t")

    write("\"\"\"")
    if isMultiline, !(isSingleLine && startsIndented) { writeNewline() }
    var position = 0
    while position < value.count {
      if value.has(quote, times: 3, at: position) {
        write("\\\"\"\"")
        position += 3
      } else if value[position] == UInt8(ascii: "\n") {
        writeNewline()
        position += 1
      } else {
        write(value[position])
        position += 1
      }
    }
    if isMultiline { writeNewline() }
    write("\"\"\"")
  }
}
