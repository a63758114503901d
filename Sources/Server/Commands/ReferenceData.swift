import Planning
import Postgres
import SQL
import Domain

/// Tables that hold what the owner decides or PostgreSQL knows, and no family's rows. `hatched migrate` writes them again
/// on each run, whether there was a migration to apply or not.
struct ReferenceData {
  let quotas: StorageQuotas

  /// - Parameter report: takes a line for each change.
  func refresh(on connection: Connection, report: (String) -> Void) async throws {
    let changes = try await Self.number("SELECT refresh_time_zone_names()", on: connection)
    if changes > 0 { report("changed \(changes) time zone names, as PostgreSQL has them") }
    _ = try await Self.rows(("SELECT begin_version_epoch()" as SQL).statement, on: connection)
    for kind in try await Self.rows(quotas.update, on: connection).texts {
      guard let quota = quotas.byKind[kind] else { continue }
      report("a family may keep \(quota.rows) rows and \(quota.bytes) bytes of \(kind)")
    }
  }

  /// Counts anew what families keep. Changes wait meanwhile.
  /// - Returns: the number of counts that were wrong.
  static func recount(on connection: Connection) async throws -> Int32 {
    try await number("SELECT recount_usage()", on: connection)
  }

  /// How many time zone names differ from those that PostgreSQL knows.
  static func differingTimeZones(on connection: Connection) async throws -> Int32 {
    try await number("SELECT time_zone_names_differing()", on: connection)
  }

  /// The kinds whose quota in the database is another than it is to be.
  func differingQuotas(on connection: Connection) async throws -> [String] {
    try await Self.rows(quotas.differing, on: connection).texts
  }

  /// The number of families that keep more than nine tenths of a quota.
  static func familiesNearQuotas(on connection: Connection) async throws -> Int32 {
    try await number(
      """
      SELECT count(DISTINCT family_id)::int4 FROM family_usage
      WHERE rows > 0.9 * maximum_rows OR bytes > 0.9 * maximum_bytes
      """, on: connection)
  }

  private static func number(_ statement: SQL, on connection: Connection) async throws -> Int32 {
    try await rows(statement.statement, on: connection).int4(row: 0, column: 0) ?? 0
  }

  private static func rows(_ statement: Statement, on connection: Connection) async throws -> Rows {
    try await connection.withTransaction(isolation: .readCommitted) { transaction in
      try await transaction.run([statement])[0]
    }
  }
}

extension Rows {
  /// The first column.
  fileprivate var texts: [String] { (0..<count).compactMap { text(row: $0, column: 0) } }
}
