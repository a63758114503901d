import SQL

@testable import Postgres

extension Rows {
  func bytes(_ row: Int = 0, _ column: Int = 0) -> [UInt8]? {
    isNull(row: row, column: column) ? nil : withCell(row: row, column: column) { Array($0) }
  }

  func text(_ row: Int = 0, _ column: Int = 0) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An `int4` or `int8`.
  func integer(_ row: Int = 0, _ column: Int = 0) -> Int? {
    bytes(row, column).map { bytes in
      let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return bytes.count == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }
  }
}

extension Statement {
  static let one = Statement(text: "SELECT 1")
  static let divisionByZero = Statement(text: "SELECT 1 / $1", binds: [.int4(0)])

  static func sleep(_ seconds: Double) -> Statement {
    Statement(text: "SELECT pg_sleep($1)", binds: [.float8(seconds)])
  }

  /// Sleeps until it is cancelled, and takes no notice of it.
  static let stubborn = Statement(
    text: "DO 'BEGIN PERFORM pg_sleep(20); EXCEPTION WHEN query_canceled THEN NULL; END'")

  static func terminate(_ connection: Connection) -> Statement {
    Statement(text: "SELECT pg_terminate_backend($1, 5000)", binds: [.int4(connection.processID)])
  }
}

extension [Statement] {
  /// So many that take five seconds together: one is too much for a timeout of 200 ms, and of fifty none is.
  static func sleeps(_ count: Int) -> [Statement] {
    Array(repeating: .sleep(5 / Double(count)), count: count)
  }
}
