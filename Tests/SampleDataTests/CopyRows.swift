import SampleData
import Testing

/// A row as COPY's text format has it, by column, after unescaping. Nil is `\N`.
typealias CopiedRow = [String: String?]

/// All rows of a table, read back from its chunks.
func copiedRows(_ table: SampleTable) -> [CopiedRow] {
  copiedLines(table).map { line in
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(unescaped)
    #expect(fields.count == table.columns.count, "\(table.name)")
    return Dictionary(zip(table.columns, fields)) { first, _ in first }
  }
}

/// The lines of all the chunks, without their newlines.
func copiedLines(_ table: SampleTable) -> [ArraySlice<UInt8>] {
  var table = table
  var lines: [ArraySlice<UInt8>] = []
  while let chunk = table.nextChunk() {
    #expect(chunk.last == UInt8(ascii: "\n"), "a chunk is whole rows")
    lines += chunk.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
  return lines
}

private func unescaped(_ field: ArraySlice<UInt8>) -> String? {
  if Array(field) == Array(#"\N"#.utf8) { return nil }
  var bytes: [UInt8] = []
  var iterator = field.makeIterator()
  while let byte = iterator.next() {
    guard byte == UInt8(ascii: "\\") else {
      bytes.append(byte)
      continue
    }
    switch iterator.next() {
    case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
    case let other: Issue.record("an escape that is not written: \(String(describing: other))")
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension CopiedRow {
  /// The value of a column that must be there and not null.
  func required(_ column: String) throws -> String {
    try #require(try optional(column), "null in \(column)")
  }

  /// The value of a column that must be there, or nil if it is null.
  func optional(_ column: String) throws -> String? {
    try #require(self[column], "no column \(column)")
  }
}

extension [SampleTable] {
  func rows(_ name: String) throws -> [CopiedRow] {
    copiedRows(try #require(first { $0.name == name }))
  }
}
