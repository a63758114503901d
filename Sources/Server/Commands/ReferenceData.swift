import Postgres
import SQL

/// Tables that hold what the owner decides or PostgreSQL knows, and no family's rows. `hatched migrate` writes them again
/// on each run, whether there was a migration to apply or not.
enum ReferenceData {
  /// - Parameter report: takes a line for each table that changed.
  static func refresh(on connection: Connection, report: (String) -> Void) async throws {
    let changes = try await number("SELECT refresh_time_zone_names()", on: connection)
    if changes > 0 { report("changed \(changes) time zone names, as PostgreSQL has them") }
  }

  /// How many time zone names differ from those that PostgreSQL knows.
  static func differingTimeZones(on connection: Connection) async throws -> Int32 {
    try await number("SELECT time_zone_names_differing()", on: connection)
  }

  private static func number(_ statement: SQL, on connection: Connection) async throws -> Int32 {
    let rows = try await connection.withTransaction(isolation: .readCommitted) { transaction in
      try await transaction.run([statement.statement])
    }
    return rows[0].int4(row: 0, column: 0) ?? 0
  }
}
