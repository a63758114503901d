import Postgres
import SQL

/// The rights of the role that migrates. A role without them would stop in the middle, or change nothing where it should.
struct OwnerRole {
  let connection: Connection

  /// Checks the role and the database before the first migration.
  /// - Returns: A warning about a role that may do more than it should; nil for none.
  /// - Throws: `CommandFailure` that says what is wrong, and what to do.
  func check() async throws -> String? {
    let rows: Rows
    do throws(StatementError) {
      rows = try await connection.snapshot([Self.statement])[0]
    } catch {
      throw DatabaseRefusal(error, .owner).failure
    }
    func text(_ column: Int) -> String { rows.text(row: 0, column: column) ?? "" }
    func isTrue(_ column: Int) -> Bool { text(column) == "true" }
    let (role, database) = (text(0), text(1))
    if isTrue(2) {
      throw CommandFailure(
        "MIGRATION_DATABASE_URL: this is a replica, on which nothing can be changed", advice: "Give the address of the primary.",
        status: .unfitEnvironment)
    }
    if isTrue(3) {
      throw CommandFailure(
        "MIGRATION_DATABASE_URL: default_transaction_read_only is on, so that nothing can be changed",
        advice: "Turn it off for \(role), or see why it is on: the disk may be full.", status: .unfitEnvironment)
    }
    let (isSuperuser, bypasses, mayCreate, others) = (isTrue(4), isTrue(5), isTrue(6), text(7))
    let missing = text(8)
    if !missing.isEmpty {
      throw CommandFailure(
        "there is no role \(missing), to which the migrations grant rights",
        advice: "As a superuser: psql -f scripts/roles.sql postgres.", status: .unfitEnvironment)
    }
    func wrong(_ problem: String, _ advice: String) -> CommandFailure {
      CommandFailure("MIGRATION_DATABASE_URL: the role \(role) \(problem)", advice: advice, status: .wrongRole)
    }
    if isSuperuser {
      return "the role \(role) of MIGRATION_DATABASE_URL is a superuser: what it makes runs with all rights; use hatched_owner"
    }
    guard others == "0" else {
      throw wrong(
        "does not own \(others) of the tables, and may not change them",
        "Give the role that owns the database, as hatched_owner does, in MIGRATION_DATABASE_URL (--migration-database-url).")
    }
    guard mayCreate else {
      throw wrong(
        "may not make tables in the schema public of \(database)",
        "Give the role that owns the database in MIGRATION_DATABASE_URL (--migration-database-url), or as a superuser: "
          + "ALTER DATABASE \(database) OWNER TO hatched_owner.")
    }
    guard bypasses else {
      throw wrong(
        "does not bypass row-level security: its backfills and backups would find no rows",
        "Use hatched_owner, or as a superuser: ALTER ROLE \(role) BYPASSRLS, if the server does not use this role.")
    }
    return nil
  }

  private static let statement = Statement(
    text: """
      SELECT current_user::text, current_database()::text, pg_is_in_recovery()::text,
        (current_setting('default_transaction_read_only') = 'on')::text, rolsuper::text, rolbypassrls::text,
        coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false)::text,
        (SELECT count(*)::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT pg_has_role(c.relowner, 'USAGE')),
        coalesce((SELECT string_agg(name, ', ') FROM unnest(ARRAY['hatched_app', 'hatched_worker']) AS name
          WHERE to_regrole(name) IS NULL), '')
      FROM pg_roles WHERE rolname = current_user
      """)
}

extension MigrationError {
  /// The failure of `hatched migrate`, with what to do.
  var failure: CommandFailure {
    let (advice, status): (String?, ExitStatus) =
      switch self {
      case .later:
        ("Run hatched migrate of the release that has it. Nothing was changed; this program is \(Release.version).", .unfitEnvironment)
      case .missing: ("Use a build of this program that has it.", .unfitEnvironment)
      case .failed(_, let error) where error.reason == .statement(.diskFull),
        .database(let error) where error.reason == .statement(.diskFull):
        ("PostgreSQL's disk is full: make room on it, and run hatched migrate again, which goes on from here.", .cannotWrite)
      case .failed(_, let error) where error.reason == .statement(.insufficientPrivilege),
        .database(let error) where error.reason == .statement(.insufficientPrivilege):
        ("Give the role that owns the database in MIGRATION_DATABASE_URL.", .wrongRole)
      case .failed(_, let error) where error.reason == .connection, .database(let error) where error.reason == .connection:
        ("Run hatched migrate again once PostgreSQL is there, which goes on from here.", .unreachableDatabase)
      case .duplicate, .changed, .outOfOrder, .failed, .otherResult, .otherSignature, .database: (nil, .failure)
      }
    guard let advice else { return CommandFailure("\(self)", status: status) }
    return CommandFailure("\(self)", advice: advice, status: status)
  }
}
