import Foundation
import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// The commands of operators, as processes.
@Suite struct CommandTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations")

  /// The names of the files, in the order in which they are applied.
  private static func migrations() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }.sorted()
  }

  /// The paths of the function files below `migrations/`, in the order in which they are applied.
  private static func functions() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: "functions").path).filter { $0.hasSuffix(".sql") }
      .map { "functions/\($0)" }.sorted()
  }

  /// The same in the order in which an empty database gets them: functions that migrations call come once there is a record of functions.
  private static func steps() throws -> (first: [String], helpers: [String], rest: [String], functions: [String]) {
    let (migrations, functions) = (try migrations(), try functions())
    let first = Array(migrations.prefix { $0 < "0080" })
    let helpers = functions.filter { $0.hasPrefix("functions/tables/") }
    return (first, helpers, Array(migrations.dropFirst(first.count)), functions.filter { !helpers.contains($0) })
  }

  // MARK: migrate

  @Test("hatched migrate brings an empty database to the schema, and then finds nothing to do")
  func migrate() async throws {
    let database = try await EmptyDatabase("commands_migrate")
    let migrations = try Self.migrations()
    let functions = try Self.functions()
    #expect(!migrations.isEmpty && functions.count > 200)

    let before = try await database.hatched(["migrate", "--status"])
    #expect(before.status == 0, "\(before.errors)")
    #expect(before.output == (migrations + functions).map { "\($0)  pending\n" }.joined())

    let plan = try await database.hatched(["migrate", "--dry-run"])
    #expect(plan.status == 0)
    #expect(plan.output == (migrations + functions).map { "would apply \($0)\n" }.joined())
    #expect(try await database.texts(Self.tables) == [])

    let run = try await database.hatched(["migrate"])
    #expect(run.status == 0, "\(run.errors)")
    let applied = run.output.replacing(#/ in \d+ ms/#, with: "")
    func applying(_ names: [String]) -> String { names.map { "applying \($0)\napplied \($0)\n" }.joined() }
    let order = try Self.steps()
    // More files than a reader would look through are counted.
    let steps = applying(order.first) + "applied \(order.helpers.count) function files\n" + applying(order.rest)
      + "applied \(order.functions.count) function files\n"
    #expect(applied.hasPrefix(steps))
    // The quotas that it writes.
    let quotas = applied.dropFirst(steps.count).split(separator: "\n").map { line in
      line.wholeMatch(of: /a family may keep \d+ rows and \d+ bytes of (\w+)/).map { String($0.1) } ?? "not a quota: \(line)"
    }
    #expect(Set(quotas) == Set(StorageQuotas(of: try EntityMap<Viewer>.shared).byKind.keys))
    #expect(try await database.texts(Self.tables).contains("assignments"))

    for arguments in [["migrate"], ["migrate", "--dry-run"]] {
      let again = try await database.hatched(arguments)
      #expect(again.status == 0)
      #expect(again.output == "the database is up to date\n")
    }

    let after = try await database.hatched(["migrate", "--status"])
    let lines = after.output.split(separator: "\n")
    #expect(lines.count == migrations.count)
    for (line, name) in zip(lines, migrations) {
      #expect(line.hasPrefix("\(name)  applied "))
      #expect(line.contains(/applied \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, \d+ ms$/))
    }
  }

  @Test("hatched migrate applies a function file that is another than the one that was applied")
  func migrateFunction() async throws {
    let database = try await Self.migrated("commands_function")
    let path = "core/time_ordered_id.sql"
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.owner), reactor: Reactor())
    try await connection.execute(script: "UPDATE function_files SET sha256 = sha256('') WHERE path = '\(path)'")
    let status = try await database.hatched(["migrate", "--status"])
    #expect(status.output.hasSuffix("\nfunctions/\(path)  pending\n"), "\(status.output)")
    let plan = try await database.hatched(["migrate", "--dry-run"])
    #expect(plan.output == "would apply functions/\(path)\n")
    let run = try await database.hatched(["migrate"])
    #expect(run.output == "applied functions/\(path)\n", "\(run.output)\(run.errors)")
    #expect(try await database.hatched(["migrate"]).output == "the database is up to date\n")
  }

  @Test("Without an address hatched migrate names the variable")
  func migrateWithoutAddress() async throws {
    let end = try await ChildProcess.run(.hatched, ["migrate"])
    #expect(end.status != 0)
    #expect(end.errors.contains("MIGRATION_DATABASE_URL is not set: where the database is, as its owner."))
  }

  @Test("psql makes the same schema from the files of migrations/")
  func psql() async throws {
    let ours = try await EmptyDatabase("commands_ours")
    #expect(try await ours.hatched(["migrate"]).status == 0)
    let psqls = try await EmptyDatabase("commands_psql")
    let order = try Self.steps()
    for file in order.first + order.helpers + order.rest + order.functions {
      let end = try await ChildProcess.run(
        .psql,
        ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "\(psqls.owner)", "-f", Self.folder.appending(path: file).path])
      #expect(end.status == 0, "\(file): \(end.errors)")
      #expect(end.errors == "")
    }
    let columns = try await ours.texts(Self.columns)
    #expect(columns.count > 40)
    #expect(try await psqls.texts(Self.columns) == columns)
    let policies = try await ours.texts(Self.policies)
    #expect(try await psqls.texts(Self.policies) == policies)
    let functions = try await ours.texts(Self.functionTexts)
    #expect(try await psqls.texts(Self.functionTexts) == functions)
  }

  private static let tables: SQL =
    "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace"

  private static let columns: SQL = """
    SELECT format('%s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND relname NOT LIKE 'schema_migrations%'
    ORDER BY 1
    """

  private static let policies: SQL = """
    SELECT format('%s %s %s', polrelid::regclass, polname, pg_get_expr(polqual, polrelid))
    FROM pg_policy ORDER BY 1
    """

  private static let functionTexts: SQL = """
    SELECT pg_get_functiondef(oid) || coalesce(proacl::text, '') FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY 1
    """

  // MARK: seed

  @Test("hatched seed --demo loads the demonstration family, once")
  func seedDemonstration() async throws {
    let database = try await Self.migrated("commands_demo")
    let first = try await database.hatched(["seed", "--demo"])
    #expect(first.status == 0, "\(first.errors)")
    let members = try await database.texts("SELECT id::text FROM members ORDER BY id")
    #expect(try await database.texts("SELECT name FROM families") == ["Rivera"])
    #expect(members.count >= 4)

    let second = try await database.hatched(["seed", "--demo"])
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.output == "these families are there already\n")
    #expect(try await database.texts("SELECT id::text FROM members ORDER BY id") == members)
  }

  @Test("hatched seed --demo stores the files of its rows")
  func seedFiles() async throws {
    let database = try await Self.migrated("commands_demo_files")
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-files-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let seeded = try await database.hatched(["seed", "--demo", "--files-folder", folder])
    #expect(seeded.status == 0 && !seeded.errors.contains("is left out"), "\(seeded.errors)")
    let check = try await database.hatched(["files", "--check", "--files-folder", folder])
    #expect(check.status == 0 && check.output == "8 files, 0 findings\n", "\(check.output)\(check.errors)")
    #expect(
      try await database.texts("SELECT count(*)::text FROM files WHERE kind = 'PICTURE' AND width = 240 AND stored_bytes > bytes") == ["7"])
    #expect(try await database.texts("SELECT count(*)::text FROM enrolments WHERE picture_id IS NOT NULL") == ["2"])
    #expect(try await database.texts("SELECT count(*)::text FROM files WHERE cardinality(class_ids) > 0") == ["4"])
  }

  @Test("The dates of the demonstration are about today, and the first check for overdue work notifies few members")
  func seedToday() async throws {
    let database = try await Self.migrated("commands_demo_today")
    #expect(try await database.hatched(["seed", "--demo"]).status == 0)
    let days = """
      SELECT count(*) FILTER (WHERE due_date BETWEEN today AND today + 7)::text FROM assignments, now() AS clock,
      LATERAL (SELECT (clock AT TIME ZONE 'America/New_York')::date AS today) AS home
      """ as SQL
    let thisWeek = try await database.texts(days).first.flatMap { Int($0) }
    #expect(try #require(thisWeek) >= 8)
    let check = try await ChildProcess.run(
      .hatched, ["overdue", "--once"], environment: ["WORKER_DATABASE_URL": "\(database.owner.user("hatched_worker"))"])
    #expect(check.status == 0, "\(check.errors)")
    // Notifications of yesterday's work, and in the evening of today's.
    let made = try #require(check.output.firstMatch(of: /made (\d+) notifications/).flatMap { Int($0.1) })
    #expect((1...6).contains(made))
  }

  @Test("hatched seed --demo --today has its dates about another day")
  func seedAnotherDay() async throws {
    let database = try await Self.migrated("commands_demo_day")
    #expect(try await database.hatched(["seed", "--demo", "--today", "2030-01-15"]).status == 0)
    #expect(
      try await database.texts("SELECT min(due_date) || ' ' || max(due_date) FROM assignments") == ["2029-12-06 2030-02-14"])
  }

  @Test("hatched seed --families makes the families of its seed, once, beside others")
  func seedFamilies() async throws {
    let database = try await Self.migrated("commands_sample")
    #expect(try await database.hatched(["seed", "--demo"]).status == 0)
    for _ in 1...2 {
      let end = try await database.hatched(["seed", "--families", "3", "--seed", "9"])
      #expect(end.status == 0, "\(end.errors)")
    }
    let sample = try SampleFamilies(count: 3, seed: 9)
    let ids = try await database.texts("SELECT family_id::text FROM families")
    let expected = (0..<3).map { sample.familyID($0) } + [DemonstrationFamily.id]
    #expect(Set(ids) == Set(expected.map(\.description)))

    #expect(try await database.hatched(["seed", "--families", "2", "--seed", "10"]).status == 0)
    #expect(try await database.count("SELECT 1 FROM families") == 6)
  }

  @Test(
    "hatched seed refuses",
    arguments: [
      ([], "Say either --demo or --families N."),
      (["--demo", "--families", "1"], "Say either --demo or --families N."),
      (["--families", "0"], "The number of families must be between 1"),
      (["--families", "1", "--students", "21"], "students per family"),
      (["--families", "1", "--today", "2026-09-07"], "--today is for --demo"),
      (["--demo", "--today", "7.9.2026"], "\"7.9.2026\" is not a day such as 2026-09-07"),
      (["--demo", "--today", "2026-02-30"], "\"2026-02-30\" is not a day"),
    ])
  func seedRefuses(arguments: [String], message: String) async throws {
    let end = try await ChildProcess.run(
      .hatched, ["seed"] + arguments, environment: ["MIGRATION_DATABASE_URL": "host=/nowhere"])
    #expect(end.status > 0 && end.status < 128)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(!end.errors.contains("/nowhere"))
  }

  // MARK: schema

  @Test("hatched schema prints the SDL of the schema that is served")
  func schema() async throws {
    let end = try await ChildProcess.run(.hatched, ["schema"])
    #expect(end.status == 0)
    #expect(end.output == (try Schema.domain().sdl))
  }

  @Test(
    "hatched schema --at prints one element, with its description",
    arguments: [
      ("Family.name", "name: String!\n"), ("Student.assignments(first:)", "first: Int = 20\n"),
      ("Role.PARENT", "PARENT\n"), ("@skip(if:)", "if: Boolean!\n"),
    ])
  func schemaElement(coordinate: String, definition: String) async throws {
    let end = try await ChildProcess.run(.hatched, ["schema", "--at", coordinate])
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.output.hasPrefix("\"\"\""))
    #expect(end.output.hasSuffix("\"\"\"\n\(definition)"), "\(end.output)")
  }

  @Test(
    "hatched schema --at refuses",
    arguments: [
      ("Family.nam", "there is no Family.nam in the schema"),
      ("Famly.name", "Expected \"Famly\" to be defined as a type in the schema."),
      ("Family name", "\"Family name\" is not a schema coordinate: Syntax Error: Invalid character: \" \"."),
    ])
  func schemaRefuses(coordinate: String, message: String) async throws {
    let end = try await ChildProcess.run(.hatched, ["schema", "--at", coordinate])
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(end.output == "")
  }

  @Test("hatched schema --access prints the access matrix, as schema/access.txt has it")
  func access() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema/access.txt")
    let end = try await ChildProcess.run(.hatched, ["schema", "--access"])
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.output == (try String(contentsOf: file, encoding: .utf8)))
    let both = try await ChildProcess.run(.hatched, ["schema", "--access", "--at", "Family.name"])
    #expect(both.status != 0 && both.output == "")
    #expect(both.errors.contains("--access is of the whole schema: leave --at out."), "\(both.errors)")
  }

  // MARK: token

  @Test("hatched token starts a session of the account, and prints a token of it")
  func token() async throws {
    let database = try await Self.migrated("commands_token")
    #expect(try await database.hatched(["seed", "--demo"]).status == 0)
    let person = DemonstrationFamily().accounts[0]
    for arguments in [["token", "\(person.account)"], ["token", "--demo"]] {
      let end = try await database.hatched(arguments + ["--days", "2"])
      #expect(end.status == 0, "\(end.errors)")
      let claims = try verified(end.output)
      #expect(claims.expiresAt - claims.issuedAt == 2 * 86_400)
      let viewer = try #require(SessionToken(claims)).viewer
      #expect(viewer.accountID == person.account)
      #expect(
        viewer.membership == Membership(familyID: person.family, memberID: person.member, role: .parent))
      // The row ends when the token does, but for the moment between the two.
      let session: SQL = """
        SELECT 1 FROM sessions
        WHERE account_id = \(bind: .uuid(person.account)) AND id = \(bind: .uuid(viewer.sessionID))
          AND abs(extract(epoch FROM expires_at) - \(bind: .int8(claims.expiresAt))) < 60 AND ended_at IS NULL
        """
      #expect(try await database.count(session) == 1)
    }
  }

  @Test(
    "hatched token --demo-staff starts a session of someone who works at the demonstration school",
    arguments: zip(["administrator", "dispatcher", "teacher"], DemonstrationStaff.allCases))
  func staffToken(role: String, person: DemonstrationStaff) async throws {
    let database = try await Self.demonstration.value
    let end = try await database.hatched(["token", "--demo-staff", role])
    #expect(end.status == 0, "\(end.errors)")
    let viewer = try #require(SessionToken(try verified(end.output))).viewer
    #expect(viewer.accountID == person.accountID && viewer.membership == nil)
    let place: SQL = """
      SELECT 1 FROM school_staff WHERE account_id = \(bind: .uuid(viewer.accountID)) AND role = \(bind: .text(role.uppercased()))
      """
    #expect(try await database.count(place) == 1)
  }

  private static let demonstration = Task {
    let database = try await migrated("commands_demo_staff")
    try #require(try await database.hatched(["seed", "--demo"]).status == 0)
    return database
  }

  @Test("hatched token --sample-families prints a token for each family, a line each")
  func sampleTokens() async throws {
    let end = try await ChildProcess.run(
      .hatched, ["token", "--sample-families", "3", "--seed", "9"],
      environment: ["HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status == 0, "\(end.errors)")
    let sample = try SampleFamilies(count: 3, seed: 9)
    let tokens = end.output.split(separator: "\n")
    #expect(tokens.count == 3)
    for (family, token) in tokens.enumerated() {
      let viewer = try #require(SessionToken(try verified(String(token)))).viewer
      let account = sample.parentAccount(of: family)
      #expect(viewer.accountID == account.account)
      #expect(viewer.sessionID == account.session)
      #expect(viewer.membership?.familyID == account.family)
    }
  }

  @Test(
    "hatched token refuses",
    arguments: [
      (["00000000-0000-4000-8000-000000000001"], "there is no account 00000000-0000-4000-8000-000000000001"),
      (["Ada"], #""Ada" is not the id of an account: it must be a UUID."#),
      (["0198f000-0000-7000-8001-00000000000"], "is not the id of an account: it must be a UUID."),
      ([], "Say one of: the id of an account, --demo, --demo-staff ROLE, --demo-reader, --demo-people, or --sample-families N."),
      (["--demo", "--demo-staff", "teacher"], "Say one of"),
      (["--demo-staff", "cook"], "The value 'cook' is invalid for '--demo-staff <role>'"),
      (["--demo", "--sample-families", "2"], "Say one of"),
      (["--demo", "--days", "91"], "--days must be between 1 and 90."),
      (["--sample-families=-1"], "The number of families must be between 1"),
    ])
  func tokenRefuses(arguments: [String], message: String) async throws {
    let database = try await Self.tokens.value
    let end = try await database.hatched(["token"] + arguments)
    #expect(end.status > 0 && end.status < 128)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(end.output == "")
    #expect(!end.errors.contains(RunningServer.secret))
    #expect(try await database.count("SELECT 1 FROM sessions") == 0)
  }

  @Test("hatched token without secrets names the variable")
  func tokenWithoutSecrets() async throws {
    let end = try await ChildProcess.run(.hatched, ["token", "--demo"])
    #expect(end.status != 0)
    #expect(end.errors.contains("HATCHED_TOKEN_SECRETS is not set"))
  }

  /// A database without an account.
  private static let tokens = Task { try await migrated("commands_no_accounts") }

  private func verified(_ token: String) throws -> TokenClaims {
    let verifier = TokenVerifier(
      keys: try SecretKeys([Array(RunningServer.secret.utf8)]), issuer: TokenConfiguration.issuer,
      audience: TokenConfiguration.audience)
    return try verifier.verify(token.trimmingCharacters(in: .newlines), now: TokenConfiguration.now)
  }

  private static func migrated(_ name: String) async throws -> EmptyDatabase {
    let database = try await EmptyDatabase(name)
    let end = try await database.hatched(["migrate"])
    try #require(end.status == 0, "\(end.errors)")
    return database
  }
}
