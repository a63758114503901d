import GraphQL
import SQL

/// The values of a cursor as text that PostgreSQL reads as the same values again.
enum CursorText {
  /// - Returns: nil for values that have no such text, such as an infinite date.
  static func of(_ cell: UnsafeBufferPointer<UInt8>, _ type: SQLType) -> [UInt8]? {
    switch type {
    case .text, .varchar: return Array(cell)
    case .timestamptz:
      // As an answer has it, with the microseconds that answers leave out.
      guard cell.count == 8 else { return nil }
      let microseconds = cell.bigEndianInteger(at: 0, as: Int64.self)
      var writer = JSONWriter(capacity: 32)
      guard writer.writeTimestamp(microseconds: microseconds) else { return nil }
      let rest = Int(((microseconds % 1000) + 1000) % 1000)
      // `"…T08:30:00.123Z"` without quotes and `Z`.
      return Array(writer.bytes.dropFirst().dropLast(2)) + Array("\(rest + 1000)".utf8.dropFirst()) + Array("Z".utf8)
    default:
      guard let format = format(of: type) else { return nil }
      var writer = JSONWriter(capacity: 48)
      guard format.write(cell, into: &writer) else { return nil }
      let isQuoted = writer.bytes.first == UInt8(ascii: "\"")
      return isQuoted ? Array(writer.bytes.dropFirst().dropLast()) : writer.bytes
    }
  }

  /// Whether rows can be told apart and found again by values of the type.
  static func canWrite(_ type: SQLType) -> Bool {
    switch type {
    case .text, .varchar, .timestamptz: true
    default: format(of: type) != nil
    }
  }

  private static func format(of type: SQLType) -> LeafFormat.Simple? {
    switch type {
    case .uuid: .uuid
    case .date: .date
    case .time: .time
    case .numeric: .numeric
    case .int4: .int4
    case .int8: .int8Number
    case .bool: .bool
    default: nil
    }
  }
}
