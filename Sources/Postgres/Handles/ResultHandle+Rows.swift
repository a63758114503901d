internal import CLibpq
import SQL

extension ResultHandle {
  /// The memory that the result takes: more than its cells have, and known without asking each of them.
  var memorySize: Int { PQresultMemorySize(pointer) }

  /// A copy of the rows, all in binary format.
  /// - Returns: nil if they hold more than `Rows` can address (2 GiB).
  func rows() -> Rows? {
    let size = memorySize
    guard size <= Int32.max else { return nil }
    let columns = (0..<PQnfields(pointer)).map { SQLType(rawValue: PQftype(pointer, $0)) }
    return Rows(columns: columns, count: Int(PQntuples(pointer)), maximumBytes: size) { row, column in
      cell(Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
    }
  }

  private func cell(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    let length = Int(PQgetlength(pointer, row, column))
    // libpq gives null the length 0 and a pointer to an empty string.
    if length == 0, PQgetisnull(pointer, row, column) == 1 { return nil }
    let value = PQgetvalue(pointer, row, column)
    return UnsafeBufferPointer(start: UnsafeRawPointer(value)?.assumingMemoryBound(to: UInt8.self), count: length)
  }
}
