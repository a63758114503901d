import Embedded
import Gateway
import Postgres
import SQL
import TestSupport
import Testing

/// A database whose locks or migrations are not as they must be is named, and not served.
@Suite struct ReadinessTests {
  @Test("Nothing is wrong with a migrated database and the server's role")
  func ready() async throws {
    #expect(try await problems("ready") { _ in } == [])
  }

  @Test("A missing migration is named")
  func missingMigration() async throws {
    let problems = try await problems("missing_migration") { database in
      try await database.run("DELETE FROM schema_migrations WHERE name = '0002_curriculum.sql' RETURNING name")
    }
    #expect(problems == ["the migration 0002_curriculum.sql is missing: run hatched migrate"])
  }

  @Test("A table without forced row-level security is named")
  func unforced() async throws {
    let problems = try await problems("unforced") { database in
      try await database.run("ALTER TABLE courses NO FORCE ROW LEVEL SECURITY")
    }
    #expect(problems == ["the table courses does not force row-level security"])
  }

  @Test("A table without a policy that binds writes is named")
  func withoutPolicy() async throws {
    let problems = try await problems("without_policy") { database in
      try await database.run("DROP POLICY family_scope ON subjects")
    }
    #expect(
      problems == ["the table subjects has no policy that binds what the role hatched_app reads and writes"])
  }

  @Test("The owner's role is refused: it owns the tables and bypasses their policies")
  func ownersRole() async throws {
    let database = try await SchoolDatabase("owners_role", families: 1)
    let problems = try await problems(of: database.owner)
    #expect(problems.contains("the role hatched_owner bypasses row-level security"))
    #expect(problems.contains { $0.wholeMatch(of: /the role hatched_owner owns .+ and \d+ more/) != nil })
  }

  @Test("A superuser is refused")
  func superuser() async throws {
    let database = try await SchoolDatabase("superuser", families: 1)
    #expect(try await problems(of: database.superuser).contains { $0.hasSuffix("is a superuser") })
  }

  struct Break: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A part of the name of its database.
    let name: String
    /// The script that a superuser runs on the database.
    let script: String
    let problems: [String]
  }

  private static let scope = "family_id = nullif(current_setting('hatched.family_id', true), '')::uuid"
  private static let breaks = [
    Break(
      testDescription: "row-level security that is not enabled", name: "disabled",
      script: "ALTER TABLE subjects DISABLE ROW LEVEL SECURITY",
      problems: ["the table subjects does not force row-level security"]),
    Break(
      testDescription: "a policy without WITH CHECK", name: "no_check",
      script: "DROP POLICY family_scope ON subjects;"
        + "CREATE POLICY family_scope ON subjects TO hatched_app USING (\(scope))",
      problems: [
        "the policy family_scope of the table subjects does not compare the scope",
        "the table subjects has no policy that binds what the role hatched_app reads and writes",
      ]),
    Break(
      testDescription: "a policy whose WITH CHECK lets everything in", name: "open_check",
      script: "ALTER POLICY family_scope ON subjects WITH CHECK (true)",
      problems: ["the policy family_scope of the table subjects does not compare the scope"]),
    Break(
      testDescription: "a policy that shows everything", name: "open_using",
      script: "ALTER POLICY family_scope ON subjects USING (true)",
      problems: ["the policy family_scope of the table subjects does not compare the scope"]),
    Break(
      testDescription: "one policy more, for everyone", name: "public_policy",
      script: "CREATE POLICY open ON subjects FOR SELECT USING (true)",
      problems: ["the policy open of the table subjects does not compare the scope"]),
    Break(
      testDescription: "policies for reading alone", name: "read_only",
      script: "DROP POLICY family_scope ON subjects;"
        + "CREATE POLICY family_scope ON subjects FOR SELECT TO hatched_app USING (\(scope))",
      problems: [
        "the policy family_scope of the table subjects does not compare the scope",
        "the table subjects has no policy that binds what the role hatched_app reads and writes",
      ]),
    Break(
      testDescription: "a new table of families, without anything", name: "new_table",
      script: "CREATE TABLE diaries (family_id uuid, id uuid, PRIMARY KEY (family_id, id))",
      problems: [
        "the table diaries does not force row-level security",
        "the table diaries has no policy that binds what the role hatched_app reads and writes",
      ]),
    Break(
      testDescription: "a table that the role owns", name: "owned_table",
      script: "CREATE TABLE mine (id int); ALTER TABLE mine OWNER TO hatched_app",
      problems: ["the role hatched_app owns table mine"]),
    Break(
      testDescription: "a function that the role owns", name: "owned_function",
      script: "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1';"
        + "ALTER FUNCTION mine() OWNER TO hatched_app",
      problems: ["the role hatched_app owns function mine()"]),
    Break(
      testDescription: "a schema that the role owns", name: "owned_schema",
      script: "CREATE SCHEMA mine AUTHORIZATION hatched_app", problems: ["the role hatched_app owns schema mine"]),
    Break(
      testDescription: "a table that may be emptied, which no policy binds", name: "truncate",
      script: "GRANT TRUNCATE ON subjects TO hatched_app",
      problems: ["the role hatched_app may empty the table subjects (TRUNCATE)"]),
    Break(
      testDescription: "a view that shows what its owner sees", name: "view",
      script: "CREATE VIEW all_subjects AS SELECT * FROM subjects; GRANT SELECT ON all_subjects TO hatched_app",
      problems: [
        "the view all_subjects shows the role hatched_app what its owner sees: make it security_invoker"
      ]),
    Break(
      testDescription: "a copy of everyone's rows", name: "copy",
      script: "CREATE MATERIALIZED VIEW kept AS SELECT * FROM subjects; GRANT SELECT (name) ON kept TO hatched_app",
      problems: ["the view kept shows the role hatched_app what its owner sees: make it security_invoker"]),
    Break(
      testDescription: "a migration that was changed after it was applied", name: "changed",
      script: "UPDATE schema_migrations SET checksum = 'other' WHERE name = '0002_curriculum.sql'",
      problems: ["the migration 0002_curriculum.sql was changed after it was applied"]),
    Break(
      testDescription: "a function file that is not applied", name: "function",
      script: "DELETE FROM function_files WHERE path = 'core/time_ordered_id.sql'",
      problems: ["the function file core/time_ordered_id.sql is not applied: run hatched migrate"]),
    Break(
      testDescription: "function files in other words", name: "functions",
      script: "UPDATE function_files SET sha256 = sha256('') WHERE path IN ('core/time_ordered_id.sql', 'account/own_password.sql')",
      problems: [
        "2 function files are not applied, from account/own_password.sql to core/time_ordered_id.sql: run hatched migrate"
      ]),
    Break(
      testDescription: "a function file that a later release has replaced, which is well", name: "later_function",
      script: """
        UPDATE function_files SET replaced = ARRAY[sha256], sha256 = sha256('') WHERE path = 'core/time_ordered_id.sql';
        UPDATE function_files SET replaced = ARRAY[sha256], sha256 = NULL WHERE path = 'account/own_password.sql'
        """,
      problems: []),
    Break(
      testDescription: "no record of function files", name: "function_record",
      script: "DROP TABLE function_files; DELETE FROM schema_migrations WHERE name = '0079_function_files.sql'",
      problems: ["the migration 0079_function_files.sql is missing: run hatched migrate"]),
    Break(
      testDescription: "no migration at all", name: "unmigrated", script: "DROP TABLE schema_migrations",
      problems: ["the database has no migrations: run hatched migrate"]),
  ]

  @Test("Is named:", arguments: breaks)
  func broken(_ broken: Break) async throws {
    let problems = try await problems(broken.name) { database in
      try await superuser(of: database) { try await $0.execute(script: broken.script) }
    }
    #expect(problems.sorted() == broken.problems.sorted())
  }

  @Test("A table that nobody else's policy opens is well: of another role, or one that only restricts")
  func harmless() async throws {
    let problems = try await problems("harmless") { database in
      try await superuser(of: database) { connection in
        try await connection.execute(
          script: """
            CREATE POLICY owners ON subjects TO hatched_owner USING (true);
            CREATE POLICY less ON subjects AS RESTRICTIVE TO hatched_app USING (name <> 'Alchemy');
            CREATE VIEW good WITH (security_invoker = true) AS SELECT * FROM subjects;
            GRANT SELECT ON good TO hatched_app
            """)
      }
    }
    #expect(problems == [])
  }

  /// Roles belong to the whole cluster: these are made for the test, with all that the server's role may do.
  @Test(
    "A role that may become more is named:",
    arguments: [
      ("CREATEROLE", "", "the role readiness_role may make roles, and give itself others"),
      ("REPLICATION", "", "the role readiness_role may copy the whole cluster by replication"),
      ("", "hatched_owner", "the role readiness_role is a member of hatched_owner, which may do more"),
      ("", "pg_read_all_data", "the role readiness_role is a member of pg_read_all_data, which may do more"),
    ])
  func roles(_ attribute: String, _ group: String, _ problem: String) async throws {
    let database = try await SchoolDatabase("readiness_roles", families: 1)
    try await superuser(of: database) { connection in
      try await connection.execute(script: "DROP ROLE IF EXISTS readiness_role")
      let groups = ["hatched_app", group].filter { !$0.isEmpty }.joined(separator: ", ")
      try await connection.execute(script: "CREATE ROLE readiness_role LOGIN \(attribute) IN ROLE \(groups)")
    }
    let found = try await self.problems(of: database.superuser.user("readiness_role"))
    try await superuser(of: database) { try await $0.execute(script: "DROP ROLE readiness_role") }
    #expect(found.contains(problem))
    // An owner may do all else, too.
    #expect(found.count == 1 || group == "hatched_owner", "\(found)")
  }

  @Test("A policy for a group that the role is a member of counts as its own")
  func groupPolicy() async throws {
    let database = try await SchoolDatabase("readiness_group", families: 1)
    try await superuser(of: database) { connection in
      try await connection.execute(
        script: """
          DROP ROLE IF EXISTS readiness_group; DROP ROLE IF EXISTS readiness_member;
          CREATE ROLE readiness_group;
          CREATE ROLE readiness_member LOGIN IN ROLE hatched_app, readiness_group;
          CREATE POLICY open ON subjects TO readiness_group USING (true) WITH CHECK (true)
          """)
    }
    let found = try await self.problems(of: database.superuser.user("readiness_member"))
    try await superuser(of: database) { connection in
      try await connection.execute(
        script: "DROP POLICY open ON subjects; DROP ROLE readiness_member; DROP ROLE readiness_group")
    }
    #expect(found == ["the policy open of the table subjects does not compare the scope"])
  }

  @Test("A server does not serve such a database, and names what is wrong")
  func notServed() async throws {
    let database = try await SchoolDatabase("readiness_served", families: 1)
    try await database.run("ALTER POLICY family_scope ON subjects WITH CHECK (true)")
    let end = try await ChildProcess.run(
      .hatched, ["serve", "--port", "0"],
      environment: ["DATABASE_URL": "\(database.app)", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status != 0)
    #expect(end.errors.contains("  - the policy family_scope of the table subjects does not compare the scope"))
    #expect(!end.errors.contains("listening"))
  }

  private func superuser(
    of database: SchoolDatabase, _ body: (Connection) async throws -> Void
  ) async throws {
    var configuration = ConnectionConfiguration(address: database.superuser)
    configuration.statementTimeout = nil
    try await body(try await Connection.connect(configuration, reactor: Reactor()))
  }

  private func problems(
    _ name: String, after change: (SchoolDatabase) async throws -> Void
  ) async throws -> [String] {
    let database = try await SchoolDatabase("readiness_\(name)", families: 1)
    try await change(database)
    return try await problems(of: database.app)
  }

  private func problems(of address: DatabaseAddress) async throws -> [String] {
    let pool = try ConnectionPool(PoolConfiguration(address: address))
    let readiness = Readiness(
      pool: pool, migrations: EmbeddedFile.migrations.map { ($0.name, $0.text) },
      functions: EmbeddedFile.functions.map { ($0.name, $0.text) })
    let problems = try await readiness.check()
    await pool.shutdown()
    return problems
  }
}
