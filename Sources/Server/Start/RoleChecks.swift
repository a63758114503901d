import Gateway
import Postgres
import SQL

/// The rights of the role of background work.
struct WorkerRole {
  let pool: ConnectionPool

  /// The role's name, and what is wrong with it; nil for nothing.
  func examine() async throws(StatementError) -> (name: String, problem: String?) {
    let rows = try await pool.snapshot([Self.statement], for: .process)[0]
    let name = rows.text(row: 0, column: 0) ?? ""
    if rows.text(row: 0, column: 1) != "true" {
      return (name, "the role \(name) may not look for overdue assignments")
    }
    if rows.text(row: 0, column: 2) == "true" {
      return (name, "the role \(name) is a superuser or bypasses row-level security")
    }
    return (name, nil)
  }

  static let advice = "use hatched_worker, to which the migrations grant that"

  private static let statement = Statement(
    text: """
      SELECT current_user::text, coalesce(
        has_function_privilege(to_regprocedure('public.overdue_settings()'), 'EXECUTE')
        AND has_table_privilege(to_regclass('public.overdue_checks'), 'SELECT, INSERT'), false)::text,
        (SELECT (rolsuper OR rolbypassrls)::text FROM pg_roles WHERE rolname = current_user)
      """)
}

/// The database that a connection reaches, so that two addresses can be compared.
enum DatabaseIdentity {
  static let statement = Statement(
    text: """
      SELECT (SELECT system_identifier FROM pg_control_system())::text || ' ' || oid FROM pg_database
      WHERE datname = current_database()
      """)
}

/// The room that PostgreSQL has for the connections of a server.
struct ConnectionRoom {
  let allowed: Int
  /// The setting that allows so many.
  let setting: String

  static let statement = Statement(
    text: """
      SELECT current_setting('max_connections'), current_setting('superuser_reserved_connections'),
        (SELECT rolconnlimit::text FROM pg_roles WHERE rolname = current_user),
        (SELECT datconnlimit::text FROM pg_database WHERE datname = current_database())
      """)

  init(_ rows: Rows) {
    func number(_ column: Int) -> Int { Int(rows.text(row: 0, column: column) ?? "") ?? 0 }
    self.init(maximum: number(0), reserved: number(1), roleLimit: number(2), databaseLimit: number(3))
  }

  init(maximum: Int, reserved: Int, roleLimit: Int, databaseLimit: Int) {
    var (allowed, setting) = (maximum - reserved, "max_connections")
    for (limit, name) in [(roleLimit, "the role's CONNECTION LIMIT"), (databaseLimit, "the database's CONNECTION LIMIT")]
    where (0..<allowed).contains(limit) {
      (allowed, setting) = (limit, name)
    }
    self.allowed = allowed
    self.setting = setting
  }
}
