import SQL

extension Rows {
  /// The first column, which must be text, row by row.
  var texts: [String] {
    (0..<count).map { row in withCell(row: row, column: 0) { String(decoding: $0, as: UTF8.self) } }
  }
}
