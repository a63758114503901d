import SQL

extension Migrator {
  struct Record {
    var name: String
    var checksum: String
    var appliedAt: String
    var milliseconds: Int
  }

  /// The migrations that the database has had, by name; empty if it has never been migrated.
  nonisolated(nonsending) func records(on connection: Connection) async throws(MigrationError) -> [Record] {
    let exists = try await rows("SELECT (to_regclass('public.schema_migrations') IS NOT NULL)::text", on: connection)
    guard exists.count == 1, exists.text(row: 0, column: 0) == "true" else { return [] }
    let rows = try await rows(
      """
      SELECT name, checksum, to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), duration_ms::text
      FROM public.schema_migrations ORDER BY name COLLATE "C"
      """, on: connection)
    return (0..<rows.count).map { row in
      Record(
        name: rows.text(row: row, column: 0), checksum: rows.text(row: row, column: 1),
        appliedAt: rows.text(row: row, column: 2), milliseconds: Int(rows.text(row: row, column: 3)) ?? 0)
    }
  }

  /// SHA-256 of each migration, computed by PostgreSQL.
  nonisolated(nonsending) func checksums(on connection: Connection) async throws(MigrationError) -> [String] {
    let rows = try await rows(
      """
      SELECT encode(sha256(convert_to(sql, 'UTF8')), 'hex')
      FROM unnest($1) WITH ORDINALITY AS file(sql, position) ORDER BY position
      """, [.textArray(migrations.map(\.sql))], on: connection)
    return (0..<rows.count).map { rows.text(row: $0, column: 0) }
  }

  nonisolated(nonsending) func rows(
    _ text: String, _ binds: [SQLValue] = [], on connection: Connection
  ) async throws(MigrationError) -> Rows {
    do throws(StatementError) {
      return try await connection.snapshot([Statement(text: text, binds: binds)])[0]
    } catch {
      throw .database(error)
    }
  }
}

extension Rows {
  fileprivate func text(row: Int, column: Int) -> String {
    withCell(row: row, column: column) { String(decoding: $0, as: UTF8.self) }
  }
}
