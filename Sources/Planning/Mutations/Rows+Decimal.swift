import GraphQL
package import SQL

extension Rows {
  /// A `numeric` cell as decimals without trailing zeros, as in `12.5`; nil for null, NaN and the infinities.
  package func decimal(row: Int, column: Int) -> String? {
    if isNull(row: row, column: column) { return nil }
    return withCell(row: row, column: column) { cell in
      var writer = JSONWriter()
      return writer.writeNumeric(cell) ? String(decoding: writer.bytes, as: UTF8.self) : nil
    }
  }
}
