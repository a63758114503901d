internal import CLibpq
import SQL

extension ResultHandle {
  /// A copy of the rows, all in binary format.
  /// - Returns: nil if they hold more than `Rows` can address (2 GiB).
  func rows() -> Rows? {
    let rowCount = PQntuples(pointer)
    let columnCount = PQnfields(pointer)
    var bytes = 0
    for row in 0..<rowCount {
      for column in 0..<columnCount { bytes += Int(PQgetlength(pointer, row, column)) }
    }
    guard bytes <= Int32.max else { return nil }

    let columns = (0..<columnCount).map { SQLType(rawValue: PQftype(pointer, $0)) }
    var rows = Rows(columns: columns, capacity: Int(rowCount), bytes: bytes)
    for row in 0..<rowCount {
      for column in 0..<columnCount { rows.append(cell(row, column)) }
    }
    return rows
  }

  private func cell(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    let length = Int(PQgetlength(pointer, row, column))
    // libpq gives null the length 0 and a pointer to an empty string.
    if length == 0, PQgetisnull(pointer, row, column) == 1 { return nil }
    let value = PQgetvalue(pointer, row, column)
    return UnsafeBufferPointer(start: UnsafeRawPointer(value)?.assumingMemoryBound(to: UInt8.self), count: length)
  }
}
