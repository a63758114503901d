package import Postgres
import SQL

/// Whether this process can answer, and may: the database is there, has had the migrations that this
/// program was built with, and keeps its part of the locks.
package struct Readiness: Sendable {
  private let pool: ConnectionPool
  /// The names of the migrations that this program was built with.
  private let migrations: [String]

  package init(pool: ConnectionPool, migrations: [String]) {
    self.pool = pool
    self.migrations = migrations
  }

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
      guard exists.first?.lines == ["true"] else {
        return ["the database has no migrations: run hatched migrate"]
      }
      return try await pool.snapshot([missingMigrations, Self.locks]).flatMap(\.lines)
    } catch {
      throw Unreachable(message: error.message)
    }
  }

  private static var migrationsTable: Statement {
    Statement(text: "SELECT (to_regclass('public.schema_migrations') IS NOT NULL)::text")
  }

  /// Migrations of this program that the database has not had. It may have had later ones.
  private var missingMigrations: Statement {
    let sql: SQL = """
      SELECT 'the migration ' || name || ' is missing: run hatched migrate' \
      FROM unnest(\(bind: .textArray(migrations))) AS name \
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
          WHERE a.attrelid = c.oid AND a.attname IN ('family_id', 'account_id') AND NOT a.attisdropped))),
      policy AS (
        SELECT p.polrelid, p.polname, p.polcmd, pg_get_expr(p.polqual, p.polrelid) AS reads,
          pg_get_expr(p.polwithcheck, p.polrelid) AS writes
        FROM pg_policy p, me WHERE me.oid = ANY (p.polroles) OR 0 = ANY (p.polroles))
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
        SELECT FROM policy
        WHERE policy.polrelid = scoped.oid AND policy.polcmd = '*'
          AND policy.reads IS NOT NULL AND policy.writes IS NOT NULL)
      UNION ALL
      SELECT 'the policy ' || policy.polname || ' of the table ' || scoped.relname || ' does not compare the scope'
      FROM policy JOIN scoped ON scoped.oid = policy.polrelid
      WHERE policy.reads IS DISTINCT FROM policy.writes OR policy.reads IS NULL
        OR policy.reads NOT IN (
          '(family_id = (NULLIF(current_setting(''hatched.family_id''::text, true), ''''::text))::uuid)',
          '(account_id = (NULLIF(current_setting(''hatched.account_id''::text, true), ''''::text))::uuid)',
          '(id = (NULLIF(current_setting(''hatched.account_id''::text, true), ''''::text))::uuid)')
      """)
}

extension Rows {
  /// The first column as text.
  fileprivate var lines: [String] { (0..<count).compactMap { text(row: $0, column: 0) } }
}
