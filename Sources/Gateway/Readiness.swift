import Embedded
package import Postgres
import SQL

/// Whether this process can answer, and may: the database is there, has had the migrations that this
/// program was built with, and keeps its part of the locks.
package struct Readiness: Sendable {
  private let pool: ConnectionPool

  package init(pool: ConnectionPool) { self.pool = pool }

  /// The database did not answer.
  package struct Unreachable: Error {
    /// For the log: it may name the address.
    package let message: String
  }

  /// What is wrong, one line each, in words that an operator can act on.
  package func problems() async -> [String] {
    do {
      return try await check()
    } catch {
      return ["the database does not answer"]
    }
  }

  /// - Returns: what is wrong with the database; empty when all is well.
  package func check() async throws(Unreachable) -> [String] {
    do {
      let exists = try await pool.snapshot([Self.migrationsTable])
      guard exists.first?.strings == ["true"] else { return ["the database has no migrations: run hatched migrate"] }
      return try await pool.snapshot([Self.migrations, Self.locks]).flatMap(\.strings)
    } catch {
      throw Unreachable(message: error.message)
    }
  }

  private static var migrationsTable: Statement {
    Statement(text: "SELECT (to_regclass('public.schema_migrations') IS NOT NULL)::text")
  }

  /// Migrations of this program that the database has not had. It may have had later ones.
  private static var migrations: Statement {
    let sql: SQL = """
      SELECT 'the migration ' || name || ' is missing: run hatched migrate' \
      FROM unnest(\(bind: .textArray(EmbeddedFile.migrations.map(\.name)))) AS name \
      WHERE name NOT IN (SELECT applied.name FROM public.schema_migrations applied) ORDER BY name
      """
    return sql.statement
  }

  /// The role owns nothing and bypasses nothing; every table that holds a family's or an account's rows has
  /// forced row-level security, with policies for this role that bind reads and writes.
  private static let locks = Statement(
    text: """
      WITH me AS (SELECT oid, rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user),
      scoped AS (
        SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND (c.relname = 'accounts' OR EXISTS (
          SELECT FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attname IN ('family_id', 'account_id') AND NOT a.attisdropped)))
      SELECT 'the role ' || rolname || ' is a superuser' FROM me WHERE rolsuper
      UNION ALL
      SELECT 'the role ' || rolname || ' bypasses row-level security' FROM me WHERE rolbypassrls
      UNION ALL
      SELECT 'the role ' || me.rolname || ' owns ' || c.relname
      FROM me JOIN pg_class c ON c.relowner = me.oid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public'
      UNION ALL
      SELECT 'the role ' || me.rolname || ' is a member of the owner of ' || scoped.relname
      FROM me, scoped JOIN pg_class c ON c.oid = scoped.oid
      WHERE NOT me.rolsuper AND c.relowner <> me.oid AND pg_has_role(me.oid, c.relowner, 'MEMBER')
      UNION ALL
      SELECT 'the table ' || relname || ' does not force row-level security'
      FROM scoped WHERE NOT (relrowsecurity AND relforcerowsecurity)
      UNION ALL
      SELECT 'the table ' || scoped.relname || ' has no policy that binds what the role ' || me.rolname || ' reads and writes'
      FROM scoped, me
      WHERE NOT EXISTS (
        SELECT FROM pg_policy p
        WHERE p.polrelid = scoped.oid AND p.polcmd = '*' AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL
          AND (me.oid = ANY (p.polroles) OR 0 = ANY (p.polroles)))
      """)
}

extension Rows {
  /// The first column as text.
  fileprivate var strings: [String] {
    (0..<count).map { row in
      withCell(row: row, column: 0) { String(decoding: $0, as: UTF8.self) }
    }
  }
}
