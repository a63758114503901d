import Foundation
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// A server, or `hatched migrate`, with a wrong role, a wrong address or a database that does not fit: a message at the start that says
/// what is wrong and what to do, and an exit status.
@Suite struct StartDatabaseTests {
  private static let database = Task { try await SchoolDatabase("start", families: 1) }

  private static func worker(_ database: SchoolDatabase) -> String { "\(database.superuser.user("hatched_worker"))" }

  private func serve(on address: String, _ changes: [String: String] = [:]) async throws -> ChildProcess.End {
    let environment = ["DATABASE_URL": address, "HATCHED_TOKEN_SECRETS": RunningServer.secret, "PORT": "0"]
    let end = try await ChildProcess.run(
      .hatched, ["serve"], environment: environment.merging(changes) { $1 }, within: .seconds(20))
    #expect(!end.errors.contains("listening") && !end.errors.contains(RunningServer.secret), "\(end.errors)")
    return end
  }

  private func expect(_ end: ChildProcess.End, _ status: Server.ExitStatus, _ problem: String, _ advice: String) {
    #expect(end.status == status.rawValue, "\(end.errors)")
    #expect(end.errors.contains("Error: \(problem)"), "\(end.errors)")
    #expect(end.errors.contains(advice), "\(end.errors)")
  }

  // MARK: Connections

  @Test func `A database that does not exist is refused, with how to create it`() async throws {
    let end = try await serve(on: "\(try await Self.database.value.app.database("nowhere_at_all"))")
    expect(end, .unreachableDatabase, "DATABASE_URL: ", "Create the database: createdb --owner hatched_owner")
    #expect(end.errors.contains("database \"nowhere_at_all\" does not exist"))
  }

  @Test func `A role that does not exist is refused, with how to make the roles`() async throws {
    let end = try await serve(on: "\(try await Self.database.value.app.user("nobody_here"))")
    expect(end, .wrongRole, "DATABASE_URL: ", "psql -f scripts/roles.sql postgres")
  }

  @Test func `A role that may not connect is refused, with the grant that it needs`() async throws {
    let database = try await SchoolDatabase("start_no_connect", families: 1)
    try await database.administer("REVOKE CONNECT ON DATABASE start_no_connect FROM PUBLIC")
    let end = try await serve(on: "\(database.app)")
    expect(end, .wrongRole, "DATABASE_URL: ", "GRANT CONNECT ON DATABASE")
  }

  @Test func `A wrong or a missing password is refused, and not repeated`() async throws {
    let cluster = try await TLSCluster.shared.value
    let administrator = try await Connection.connect(ConnectionConfiguration(address: cluster.administrator), reactor: Reactor())
    for statement in [
      "DROP DATABASE IF EXISTS asked", "DROP ROLE IF EXISTS asked_app", "CREATE ROLE asked_app LOGIN PASSWORD 'right'",
      "CREATE DATABASE asked",
    ] { try await administrator.execute(script: statement) }
    let address = "host=localhost hostaddr=127.0.0.1 port=\(cluster.port) dbname=asked user=asked_app sslmode=require"
    let wrong = try await serve(on: "\(address) password=open-sesame")
    expect(wrong, .wrongRole, "DATABASE_URL: ", "Put the right password of the role into DATABASE_URL")
    let missing = try await serve(on: address)
    expect(missing, .wrongRole, "DATABASE_URL: ", "Put the right password of the role into DATABASE_URL")
    #expect(!(wrong.errors + missing.errors).contains("open-sesame"))
    let migrated = try await ChildProcess.run(
      .hatched, ["migrate"], environment: ["MIGRATION_DATABASE_URL": "\(address) password=open-sesame"])
    expect(migrated, .wrongRole, "MIGRATION_DATABASE_URL: ", "Put the right password of the role into MIGRATION_DATABASE_URL")
    // A server does not wait for an encryption that PostgreSQL does not have.
    let trusted = try await serve(on: "host=localhost hostaddr=127.0.0.1 port=\(cluster.port) dbname=asked user=asked_app sslmode=verify-full sslrootcert=/nowhere/root.crt")
    expect(trusted, .unreachableDatabase, "DATABASE_URL: ", "`TLS to PostgreSQL` in docs/operations.md")
  }

  @Test func `A server waits for a database that is not there, or has no connection left, and says what to do`() async throws {
    let database = try await SchoolDatabase("start_full", families: 1)
    try await database.administer("ALTER DATABASE start_full CONNECTION LIMIT 0")
    try await RunningServer.run(on: database.app) { server in
      #expect(try server.process.errors.contains("the database does not answer yet"))
      #expect(try server.process.errors.contains("lower --pool-size, or raise max_connections"))
      try await database.administer("ALTER DATABASE start_full CONNECTION LIMIT 5")
      try await server.process.wait(within: .seconds(20)) { try server.process.errors.contains("CONNECTION LIMIT allows 5") }
      #expect(server.process.isRunning)
    }
    try await RunningServer.run(on: try DatabaseAddress("host=/nowhere dbname=hatched user=hatched_app")) { server in
      let log = try server.process.errors
      #expect(log.contains("see that PostgreSQL runs there"))
    }
  }

  // MARK: Databases that do not fit

  @Test func `A database without migrations, or without some, is refused in one line`() async throws {
    let empty = try await EmptyDatabase("start_empty")
    let end = try await serve(on: "\(empty.owner.user("hatched_app"))")
    expect(end, .unfitEnvironment, "the database of DATABASE_URL is not as it must be:", "the database has no migrations: run hatched migrate")
    let database = try await SchoolDatabase("start_behind", families: 1)
    try await database.run("DELETE FROM schema_migrations WHERE name >= '0050'")
    let behind = try await serve(on: "\(database.app)")
    #expect(behind.status == Server.ExitStatus.unfitEnvironment.rawValue)
    #expect(behind.errors.contains(/- \d+ migrations are missing, from 0050_\S+ to \d{4}_\S+: run hatched migrate\n/), "\(behind.errors)")
    #expect(behind.errors.contains("→ run hatched migrate of this release, with MIGRATION_DATABASE_URL"), "\(behind.errors)")
    #expect(behind.errors.split(separator: "\n").count == 3, "\(behind.errors)")
  }

  @Test func `A database of a later release is served with a warning, and not migrated`() async throws {
    let database = try await SchoolDatabase("start_later", families: 1)
    try await database.run("INSERT INTO schema_migrations VALUES ('9998_later.sql', 'x', now(), 1), ('9999_last.sql', 'x', now(), 1)")
    try await RunningServer.run(on: database.app) { server in
      try await server.process.wait(within: .seconds(10)) {
        try server.process.errors.contains("the database is newer than this program: it has had 9999_last.sql and 1 more")
      }
      #expect(try await server.ask(for: database).status == 200)
    }
    let end = try await ChildProcess.run(.hatched, ["migrate"], environment: ["MIGRATION_DATABASE_URL": "\(database.owner)"])
    expect(
      end, .unfitEnvironment, "9998_later.sql was applied to this database, but by a later release",
      "Run hatched migrate of the release that has it. Nothing was changed")
  }

  // MARK: Roles

  @Test func `A server with the owner's address is refused, with what to do`() async throws {
    let database = try await Self.database.value
    let end = try await serve(on: "\(database.owner)")
    expect(end, .wrongRole, "the database of DATABASE_URL is not as it must be:", "the role hatched_owner bypasses row-level security")
    #expect(end.errors.contains("→ use a role as scripts/roles.sql makes it"), "\(end.errors)")
  }

  @Test("A worker's address of another role is refused", arguments: ["hatched_app", "hatched_owner", "postgres"])
  func workersRole(_ role: String) async throws {
    let database = try await Self.database.value
    let address = role == "postgres" ? database.superuser : database.superuser.user(role)
    let end = try await serve(on: "\(database.app)", ["WORKER_DATABASE_URL": "\(address)"])
    expect(end, .wrongRole, "WORKER_DATABASE_URL: the role ", "Use hatched_worker")
  }

  @Test func `A worker's, or a listener's, address of another database is refused`() async throws {
    let database = try await Self.database.value
    let other = try await SchoolDatabase("start_other", families: 1)
    let worker = try await serve(on: "\(database.app)", ["WORKER_DATABASE_URL": Self.worker(other)])
    expect(worker, .unfitEnvironment, "WORKER_DATABASE_URL and DATABASE_URL lead to different databases", "Give the same host, port and database")
    let empty = try await EmptyDatabase("start_other_empty")
    let unmigrated = try await serve(on: "\(database.app)", ["WORKER_DATABASE_URL": "\(empty.owner.user("hatched_worker"))"])
    expect(unmigrated, .unfitEnvironment, "WORKER_DATABASE_URL and DATABASE_URL lead to different databases", "Give the same host, port and database")
    let listener = try await serve(on: "\(database.app)", ["LISTEN_DATABASE_URL": "\(other.app)"])
    expect(listener, .unfitEnvironment, "LISTEN_DATABASE_URL and DATABASE_URL lead to different databases", "Give the same host, port and database")
    let missing = try await serve(
      on: "\(database.app)", ["WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker").database("nowhere_at_all"))"])
    expect(missing, .unreachableDatabase, "WORKER_DATABASE_URL: ", "or correct its name in WORKER_DATABASE_URL")
  }

  @Test func `Right addresses serve without a word of advice`() async throws {
    let database = try await Self.database.value
    let environment = ["WORKER_DATABASE_URL": Self.worker(database), "LISTEN_DATABASE_URL": "\(database.app)", "HATCHED_MAIL": "print"]
    try await RunningServer.run(on: database.app, environment: environment) { server in
      #expect(try await server.ask(for: database).status == 200)
      let advice = try server.process.errors.split(separator: "\n").filter { $0.contains("advice=") }
      #expect(advice.count == 1 && advice[0].contains("messages are printed with their codes and links"), "\(advice)")
    }
  }

  // MARK: migrate

  private func migrate(_ address: DatabaseAddress) async throws -> ChildProcess.End {
    try await ChildProcess.run(.hatched, ["migrate"], environment: ["MIGRATION_DATABASE_URL": "\(address)"])
  }

  @Test func `hatched migrate by a role that does not own the database is refused before it begins`() async throws {
    let database = try await Self.database.value
    for role in ["hatched_app", "hatched_worker"] {
      let end = try await migrate(database.superuser.user(role))
      expect(end, .wrongRole, "MIGRATION_DATABASE_URL: the role \(role) does not own ", "--migration-database-url")
    }
    let empty = try await EmptyDatabase("start_migrate_empty")
    let end = try await migrate(empty.owner.user("hatched_app"))
    expect(
      end, .wrongRole, "MIGRATION_DATABASE_URL: the role hatched_app may not make tables in the schema public of start_migrate_empty",
      "ALTER DATABASE start_migrate_empty OWNER TO hatched_owner")
    #expect(try await empty.count("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace") == 0)
  }

  @Test func `hatched migrate by a role that row-level security binds is refused, and by a superuser warned of`() async throws {
    let database = try await SchoolDatabase("start_plain_owner", families: 1)
    try await database.administer("DROP ROLE IF EXISTS start_plain_owner")
    try await database.administer("CREATE ROLE start_plain_owner LOGIN")
    try await database.administer("GRANT hatched_owner TO start_plain_owner")
    let end = try await migrate(database.superuser.user("start_plain_owner"))
    expect(
      end, .wrongRole, "MIGRATION_DATABASE_URL: the role start_plain_owner does not bypass row-level security", "ALTER ROLE start_plain_owner BYPASSRLS")
    let superuser = try await migrate(database.superuser)
    #expect(superuser.status == 0, "\(superuser.errors)")
    #expect(superuser.errors.contains("is a superuser"), "\(superuser.errors)")
    try await database.administer("DROP ROLE start_plain_owner")
  }

  @Test func `hatched migrate names a missing database, a replica's setting and a full disk`() async throws {
    let missing = try await migrate(try await Self.database.value.owner.database("nowhere_at_all"))
    expect(missing, .unreachableDatabase, "MIGRATION_DATABASE_URL: ", "Create the database")

    let full = try await EmptyDatabase("start_disk_full")
    let administrator = try await Connection.connect(
      ConnectionConfiguration(address: try await Self.database.value.superuser.database("start_disk_full")), reactor: Reactor())
    try await administrator.execute(
      script: """
        CREATE SCHEMA disk;
        CREATE FUNCTION disk.is_full() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF to_regclass('public.schema_migrations') IS NOT NULL THEN
            RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device';
          END IF;
        END $$;
        CREATE EVENT TRIGGER disk_is_full ON ddl_command_start EXECUTE FUNCTION disk.is_full()
        """)
    let end = try await full.hatched(["migrate"])
    #expect(end.status == Server.ExitStatus.cannotWrite.rawValue, "\(end.errors)")
    #expect(end.errors.contains("PostgreSQL's disk is full: make room on it, and run hatched migrate again"), "\(end.errors)")
    try await administrator.execute(script: "DROP EVENT TRIGGER disk_is_full")
    #expect(try await full.hatched(["migrate"]).status == 0)

    try await administrator.execute(script: "ALTER DATABASE start_disk_full SET default_transaction_read_only = on")
    let readOnly = try await full.hatched(["migrate"])
    expect(readOnly, .unfitEnvironment, "MIGRATION_DATABASE_URL: default_transaction_read_only is on", "the disk may be full")
    let status = try await full.hatched(["migrate", "--status"])
    #expect(status.status == 0, "\(status.errors)")
  }
}
