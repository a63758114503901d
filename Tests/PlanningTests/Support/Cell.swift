import SQL

/// A cell of a row in a test: an integer is a key.
///
///     [1, "Main Street", nil, .int4(300)]
enum Cell: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
  ExpressibleByBooleanLiteral
{
  case null
  case key(UInt64)
  case text(String)
  case bool(Bool)
  case int4(Int32)
  case raw([UInt8])

  init(integerLiteral number: UInt64) { self = .key(number) }
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }

  /// As PostgreSQL's binary format has it.
  var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .key(let number): UUIDValue.key(number).bytes
    case .text(let text): Array(text.utf8)
    case .bool(let value): [value ? 1 : 0]
    case .int4(let number): bigEndian(number)
    case .raw(let bytes): bytes
    }
  }
}

extension Rows {
  init(_ columns: [SQLType], _ rows: [[Cell]]) {
    self.init(columns: columns)
    for row in rows {
      precondition(row.count == columns.count, "a row of \(row.count) cells for \(columns)")
      for cell in row {
        if let bytes = cell.bytes { bytes.withUnsafeBufferPointer { append($0) } } else { append(nil) }
      }
    }
  }
}

/// The bytes of an integer in network order.
func bigEndian<Integer: FixedWidthInteger>(_ number: Integer) -> [UInt8] {
  stride(from: Integer.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
