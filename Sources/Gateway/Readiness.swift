package import Postgres
package import SQL
import SessionTokens
import Domain

/// Whether this process can answer, and may: the database is there, has had the migrations that this
/// program was built with, and keeps its part of the locks.
package struct Readiness: Sendable {
  private let pool: ConnectionPool
  /// The names of the migrations that this program was built with.
  private let migrations: [String]
  /// The SHA-256 of each, as the database's record has it; empty where it is not compared.
  private let checksums: [String]
  /// The paths of the function files that this program was built with; empty where they are not compared.
  private let functions: [String]
  /// The SHA-256 of each, in hexadecimal.
  private let functionChecksums: [String]

  /// - Parameter migrations: their names alone. Whether one was changed is not asked, nor which functions there are.
  package init(pool: ConnectionPool, migrations: [String]) {
    self.pool = pool
    self.migrations = migrations
    checksums = migrations.map { _ in "" }
    functions = []
    functionChecksums = []
  }

  /// - Parameter functions: The function files; empty where they are not compared.
  package init(
    pool: ConnectionPool, migrations: [(name: String, text: String)], functions: [(path: String, text: String)] = []
  ) {
    self.pool = pool
    self.migrations = migrations.map(\.name)
    checksums = migrations.map { SHA256.hash(Array($0.text.utf8)).hexadecimal }
    self.functions = functions.map(\.path)
    functionChecksums = functions.map { SHA256.hash(Array($0.text.utf8)).hexadecimal }
  }

  /// The checks of readiness.
  package enum Check: String, Sendable, CaseIterable {
    case migrations
    /// The role is no superuser, bypasses no policy, and is no member of a role that may do more.
    case role
    case ownership
    /// Every table with rows of a family, an account or a school forces row-level security.
    case rowSecurity = "row security"
    /// Each has policies that compare the scope of what is read and of what is written.
    case policies
    /// The role has no privilege that row-level security does not bind.
    case privileges
  }

  /// A problem, in words that an operator can act on.
  package struct Problem: Hashable, Sendable {
    package let check: Check
    package let message: String
  }

  /// The database did not answer.
  package struct Unreachable: Error {
    /// For the log: it may name the address.
    package let message: String
    /// Whether the database answers others: there are only too many of them.
    package var isBusy = false
    /// The code with which PostgreSQL refused the connection; nil where it sent none.
    package var state: SQLState?
  }

  /// The problems, one line each. High load is no problem: removing a loaded server would move its load to the others.
  package func problems() async -> [String] {
    do throws(Unreachable) {
      return try await check()
    } catch {
      return error.isBusy ? [] : ["the database does not answer"]
    }
  }

  /// - Returns: what is wrong with the database; empty when all is well.
  package func check() async throws(Unreachable) -> [String] { try await examine().map(\.message) }

  /// - Returns: what is wrong with the database; empty when all is well.
  package func examine() async throws(Unreachable) -> [Problem] {
    do {
      let exists = try await pool.snapshot([Self.migrationsTable], for: .process)[0]
      guard exists.count == 1, exists.text(row: 0, column: 0) == "true" else {
        return [Problem(check: .migrations, message: "the database has no migrations: run hatched migrate")]
      }
      var statements = [wrongMigrations, Self.locks]
      // Without the table its migration is missing, which is a problem of its own.
      if !functions.isEmpty && exists.text(row: 0, column: 1) == "true" { statements.append(missingFunctions) }
      return try await pool.snapshot(statements, for: .process).flatMap(\.problems)
    } catch {
      throw Unreachable(
        message: error.message, isBusy: error.reason == .poolTimeout && pool.statistics.leased > 0, state: error.connectionState)
    }
  }

  private static var migrationsTable: Statement {
    Statement(
      text: """
        SELECT (to_regclass('public.schema_migrations') IS NOT NULL)::text, (to_regclass('public.function_files') IS NOT NULL)::text
        """)
  }

  /// Migrations of this program that the database has not had, or had in other words. It may have had later ones.
  private var wrongMigrations: Statement {
    let sql: SQL = """
      WITH wrong AS (
        SELECT file.name, applied.name IS NULL AS is_missing
        FROM unnest(\(bind: .textArray(migrations)), \(bind: .textArray(checksums))) AS file(name, checksum) \
        LEFT JOIN public.schema_migrations applied ON applied.name = file.name \
        WHERE applied.name IS NULL OR file.checksum <> '' AND file.checksum <> applied.checksum)
      SELECT 'migrations', CASE count(*) \
      WHEN 1 THEN 'the migration ' || min(name) || ' is missing: run hatched migrate' \
      ELSE count(*) || ' migrations are missing, from ' || min(name) || ' to ' || max(name) || ': run hatched migrate' END \
      FROM wrong WHERE is_missing HAVING count(*) > 0
      UNION ALL
      SELECT 'migrations', 'the migration ' || name || ' was changed after it was applied' FROM wrong WHERE NOT is_missing
      """
    return sql.statement
  }

  /// Function files of this program that the database has not had in these words. It may have had others since: those of a later
  /// release, whose functions this program calls until it is replaced.
  private var missingFunctions: Statement {
    let sql: SQL = """
      SELECT 'migrations', CASE count(*) \
      WHEN 1 THEN 'the function file ' || min(file.path) || ' is not applied: run hatched migrate' \
      ELSE count(*) || ' function files are not applied, from ' || min(file.path) || ' to ' || max(file.path) \
        || ': run hatched migrate' END \
      FROM unnest(\(bind: .textArray(functions)), \(bind: .textArray(functionChecksums))) AS file(path, checksum) \
      LEFT JOIN public.function_files applied ON applied.path = file.path \
      WHERE (decode(file.checksum, 'hex') = ANY (applied.replaced || applied.sha256)) IS NOT TRUE HAVING count(*) > 0
      """
    return sql.statement
  }

  /// The names of migrations of a later release that the database has had. This program serves such a database, so that servers can be
  /// replaced one after the other.
  package func laterMigrations() async throws(StatementError) -> [String] {
    let sql: SQL = """
      SELECT name FROM public.schema_migrations \
      WHERE name COLLATE "C" > (SELECT max(file COLLATE "C") FROM unnest(\(bind: .textArray(migrations))) AS file) ORDER BY 1
      """
    let rows = try await pool.snapshot([sql.statement], for: .process)[0]
    return (0..<rows.count).compactMap { rows.text(row: $0, column: 0) }
  }

  /// The role owns nothing, bypasses nothing and cannot become one that does; every table that holds a family's or an
  /// account's rows has forced row-level security, with policies for this role that bind reads and writes; and there is
  /// no way around them.
  private static let locks = Statement(
    text: """
      WITH me AS (
        SELECT oid, rolname, rolsuper, rolbypassrls, rolcreaterole, rolreplication FROM pg_roles
        WHERE rolname = current_user),
      relation AS (
        SELECT c.oid, c.relname, c.relkind, c.relowner, c.reloptions, c.relrowsecurity, c.relforcerowsecurity
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'),
      scoped AS (
        SELECT * FROM relation
        WHERE relkind IN ('r', 'p') AND (relname = 'accounts' OR EXISTS (
          SELECT FROM pg_attribute a
          WHERE a.attrelid = relation.oid AND a.attname IN ('family_id', 'account_id') AND NOT a.attisdropped))),
      schooled AS (
        SELECT * FROM relation
        WHERE relkind IN ('r', 'p') AND (relname = 'schools' OR EXISTS (
          SELECT FROM pg_attribute a
          WHERE a.attrelid = relation.oid AND a.attname IN ('school_id', 'staff_school_id') AND NOT a.attisdropped))),
      guarded AS (SELECT * FROM scoped UNION SELECT * FROM schooled),
      policy AS (
        SELECT p.polrelid, p.polname, p.polcmd, pg_get_expr(p.polqual, p.polrelid) AS reads,
          pg_get_expr(p.polwithcheck, p.polrelid) AS writes
        FROM pg_policy p, me WHERE p.polpermissive AND EXISTS (
          SELECT FROM unnest(p.polroles) AS role WHERE role = 0 OR pg_has_role(me.oid, role, 'MEMBER'))),
      stronger AS (
        SELECT r.rolname FROM pg_roles r, me
        WHERE r.oid <> me.oid AND NOT me.rolsuper AND pg_has_role(me.oid, r.oid, 'MEMBER')
          AND (r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolname IN (
            'pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
            'pg_execute_server_program') OR EXISTS (SELECT FROM scoped WHERE scoped.relowner = r.oid)))
      SELECT 'role', 'the role ' || rolname || ' is a superuser' FROM me WHERE rolsuper
      UNION ALL
      SELECT 'role', 'the role ' || rolname || ' bypasses row-level security' FROM me WHERE rolbypassrls
      UNION ALL
      SELECT 'role', 'the role ' || rolname || ' may make roles, and give itself others' FROM me WHERE rolcreaterole
      UNION ALL
      SELECT 'role', 'the role ' || rolname || ' may copy the whole cluster by replication' FROM me WHERE rolreplication
      UNION ALL
      SELECT 'role', 'the role ' || me.rolname || ' is a member of ' || stronger.rolname || ', which may do more'
      FROM me, stronger
      UNION ALL
      SELECT 'ownership', 'the role ' || me.rolname || ' owns ' || min(pg_describe_object(classid, objid, objsubid))
        || CASE WHEN count(*) > 1 THEN ' and ' || count(*) - 1 || ' more' ELSE '' END
      FROM me JOIN pg_shdepend d ON d.refclassid = 'pg_authid'::regclass AND d.refobjid = me.oid AND d.deptype = 'o'
        AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      GROUP BY me.rolname
      UNION ALL
      SELECT 'row security', 'the table ' || relname || ' does not force row-level security'
      FROM guarded WHERE NOT (relrowsecurity AND relforcerowsecurity)
      UNION ALL
      SELECT 'policies',
        'the table ' || scoped.relname || ' has no policy that binds what the role ' || me.rolname
          || ' reads and writes'
      FROM scoped, me
      WHERE NOT EXISTS (
        SELECT FROM policy
        WHERE policy.polrelid = scoped.oid AND policy.polcmd = '*'
          AND policy.reads IS NOT NULL AND policy.writes IS NOT NULL)
      UNION ALL
      SELECT 'policies',
        'the policy ' || policy.polname || ' of the table ' || guarded.relname || ' does not compare the scope'
      FROM policy JOIN guarded ON guarded.oid = policy.polrelid
      WHERE policy.reads IS NULL
        OR policy.reads IS DISTINCT FROM policy.writes AND NOT (
          policy.polcmd = 'r' AND policy.writes IS NULL
          AND (policy.reads = ANY ($2) OR guarded.oid IN (SELECT oid FROM schooled)))
        OR policy.reads <> ALL ($1) AND NOT (policy.polcmd = 'r' AND policy.reads = ANY ($2))
      UNION ALL
      SELECT 'privileges', 'the role ' || me.rolname || ' may empty the table ' || scoped.relname || ' (TRUNCATE)'
      FROM me, scoped
      WHERE NOT me.rolsuper AND scoped.relowner <> me.oid AND has_table_privilege(me.oid, scoped.oid, 'TRUNCATE')
      UNION ALL
      SELECT 'privileges',
        'the view ' || relation.relname || ' shows the role ' || me.rolname
          || ' what its owner sees: make it security_invoker'
      FROM me, relation
      WHERE relation.relkind IN ('v', 'm') AND NOT me.rolsuper AND relation.relowner <> me.oid
        AND has_any_column_privilege(me.oid, relation.oid, 'SELECT')
        AND NOT (relation.relkind = 'v'
          AND coalesce(relation.reloptions && ARRAY['security_invoker=true', 'security_invoker=on'], false))
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = relation.oid AND d.deptype = 'e')
      """,
    // The expressions that scopes give their policies, and those of policies for reading alone.
    binds: [.textArray(Scope.policies(isReader: false)), .textArray(Scope.policies(isReader: true))])
}

extension Readiness.Check {
  /// The way out of a problem.
  package var advice: String {
    switch self {
    case .migrations: "run hatched migrate of this release, with MIGRATION_DATABASE_URL"
    case .role: "use a role as scripts/roles.sql makes it, and take from it what it does not need"
    case .ownership:
      "set DATABASE_URL to a role that owns nothing, as hatched_app does, or give what it owns to the owner"
    case .rowSecurity: "as the owner: ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
    case .policies:
      "use the role that the policies are for, hatched_app, or put back as the owner what the migrations made"
    case .privileges: "as the owner: REVOKE what the migrations did not grant"
    }
  }
}

extension Rows {
  /// The name of a check, and what it found.
  fileprivate var problems: [Readiness.Problem] {
    (0..<count).compactMap { row in
      guard let check = text(row: row, column: 0).flatMap(Readiness.Check.init(rawValue:)),
        let message = text(row: row, column: 1)
      else { return nil }
      return Readiness.Problem(check: check, message: message)
    }
  }
}
