import Postgres
import SQL
import TestSupport
import Testing

/// `hatched doctor` over databases that are well, and over such as are not.
@Suite struct DoctorTests {
  private static let database = Task { try await SchoolDatabase("doctor", families: 1) }

  private func environment(_ database: SchoolDatabase) -> [String: String] {
    [
      "DATABASE_URL": "\(database.app) password=open-sesame", "MIGRATION_DATABASE_URL": "\(database.owner)",
      "WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker"))",
      "HATCHED_TOKEN_SECRETS": RunningServer.secret, "HATCHED_APPLE_AUDIENCES": "org.example.hatched",
      "HATCHED_FILES_FOLDER": "/tmp/hatched-doctor-files",
    ]
  }

  private func doctor(_ environment: [String: String], _ arguments: [String] = []) async throws -> ChildProcess.End {
    let end = try await ChildProcess.run(.hatched, ["doctor"] + arguments, environment: environment)
    #expect(!(end.output + end.errors).contains("open-sesame"))
    #expect(!(end.output + end.errors).contains(RunningServer.secret))
    return end
  }

  /// The lines of a state.
  private func lines(_ end: ChildProcess.End, _ state: String) -> [String] {
    end.output.split(separator: "\n").filter { $0.hasPrefix(state + " ") }.map { line in
      String(line.dropFirst(state.count).drop { $0 == " " }).replacing(/[ ]{2,}/, with: ": ")
    }
  }

  @Test("All is well")
  func well() async throws {
    let end = try await doctor(try environment(await Self.database.value), ["--pool-size", "8"])
    #expect(end.status == 0, "\(end.output)\(end.errors)")
    #expect(lines(end, "fail") == [])
    // The settings that a throwaway cluster changes for speed. Messages have tests of their own.
    #expect(lines(end, "warn").filter { !$0.hasPrefix("settings: ") && !$0.hasPrefix("mail: ") && !$0.hasPrefix("printing: ") } == [])
    // A machine may be without it.
    #expect(lines(end, WeasyPrint.isInstalled ? "ok" : "warn").contains { $0.hasPrefix("printing: ") })
    for subject in [
      "environment", "token secrets", "address", "TLS", "log", "admin address", "other origins", "client address",
      "sign-in", "trusted documents", "open files", "database", "version", "collation", "clock", "encryption", "connections", "vacuum",
      "statements", "defaults",
      "migrations", "role", "ownership", "row security", "policies", "privileges", "worker", "worker's role",
      "worker's ownership", "owner", "records", "time zones",
      "storage", "files, folder", "files, pictures",
    ] {
      #expect(lines(end, "ok").contains { $0.hasPrefix(subject + ": ") }, "\(subject)")
    }
    #expect(end.output.hasSuffix("failures\n"))
  }

  struct Complaint: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var state = "fail"
    var arguments: [String] = []
    let changes: [String: String?]
    let line: String
    let advice: String
  }

  private static let complaints = [
    Complaint(
      testDescription: "no secret", changes: ["HATCHED_TOKEN_SECRETS": nil],
      line: "token secrets: HATCHED_TOKEN_SECRETS is not set", advice: "openssl rand -hex 32"),
    Complaint(
      testDescription: "a short secret", changes: ["HATCHED_TOKEN_SECRETS": "open-sesame"],
      line: "token secrets: HATCHED_TOKEN_SECRETS: Secret 1 has 11 bytes", advice: "openssl rand -hex 32"),
    Complaint(
      testDescription: "a secret that is easy to guess", state: "warn",
      changes: ["HATCHED_TOKEN_SECRETS": String(repeating: "ab", count: 20)],
      line: "token secrets: a secret has few different characters", advice: "openssl rand -hex 32"),
    Complaint(
      testDescription: "a misspelt variable", state: "warn", changes: ["HATCHED_TOKEN_SECRET": "x"],
      line: "environment: HATCHED_TOKEN_SECRET: no variable of this program", advice: "hatched settings"),
    Complaint(
      testDescription: "no encryption", state: "warn", arguments: ["--host", "0.0.0.0"], changes: [:],
      line: "TLS: none: tokens and children's records go over the network in clear text", advice: "--tls-certificate"),
    Complaint(
      testDescription: "a key without its certificate", arguments: ["--tls-key", "key.pem"], changes: [:],
      line: "TLS: --tls-key (or HATCHED_TLS_KEY) needs --tls-certificate", advice: "HATCHED_TLS_CERTIFICATE"),
    Complaint(
      testDescription: "an admin address for everyone", state: "warn",
      changes: ["HATCHED_ADMIN_ADDRESS": "0.0.0.0:9090"],
      line: "admin address: 0.0.0.0, port 9090: others may reach it", advice: "only who collects metrics"),
    Complaint(
      testDescription: "an admin address that is none", changes: ["HATCHED_ADMIN_ADDRESS": "9090"],
      line: #"admin address: "9090" is no address"#, advice: "127.0.0.1:9090"),
    Complaint(
      testDescription: "a port in words", changes: ["PORT": "http"], line: #"address: "http" is not a port"#,
      advice: "set HOST and PORT"),
    Complaint(
      testDescription: "a log that says little", state: "warn", changes: ["LOG_LEVEL": "critical"],
      line: "log: critical: what goes wrong is not all logged", advice: "set LOG_LEVEL to notice"),
    Complaint(
      testDescription: "an origin in clear text", state: "warn",
      changes: ["HATCHED_CORS_ORIGINS": "http://app.example.org"], line: "other origins: http://app.example.org",
      advice: "use https"),
    Complaint(
      testDescription: "nobody who can sign in", state: "warn", changes: ["HATCHED_APPLE_AUDIENCES": nil],
      line: "sign-in: nobody can sign in with Apple", advice: "set HATCHED_APPLE_AUDIENCES"),
    Complaint(
      testDescription: "keys that are not Apple's", state: "warn",
      changes: ["HATCHED_APPLE_KEYS": "https://example.org"],
      line: "sign-in: the key set is not Apple's", advice: "unset HATCHED_APPLE_KEYS"),
    Complaint(
      testDescription: "trusted documents that are nowhere", changes: ["HATCHED_TRUSTED_DOCUMENTS": "/nowhere"],
      line: "trusted documents: ", advice: "correct the documents"),
    Complaint(
      testDescription: "no database", changes: ["DATABASE_URL": nil], line: "database: DATABASE_URL is not set",
      advice: "set DATABASE_URL"),
    Complaint(
      testDescription: "a database that is not there",
      changes: ["DATABASE_URL": "host=/nowhere dbname=hatched user=hatched_app password=open-sesame"],
      line: "database: ", advice: "see that PostgreSQL runs there"),
    Complaint(
      testDescription: "more connections than there are", arguments: ["--pool-size", "1000"], changes: [:],
      line: "connections: a server holds 1003 at most; max_connections allows ", advice: "lower --pool-size"),
    Complaint(
      testDescription: "a folder for files that cannot be made", changes: ["HATCHED_FILES_FOLDER": "/proc/nowhere/files"],
      line: "files, folder: access /proc/nowhere: ", advice: "see --files-folder"),
    Complaint(
      testDescription: "a folder for files where the server is started", state: "warn", changes: ["HATCHED_FILES_FOLDER": nil],
      line: "files, folder: hatched-files will be made", advice: "set --files-folder to an absolute path"),
    Complaint(
      testDescription: "a program for pictures that is another one", changes: ["HATCHED_PICTURE_PROGRAM": "/bin/false"],
      line: "files, pictures: /bin/false does not say that it is ready", advice: "hatched-pictures beside hatched"),
    Complaint(
      testDescription: "a store without its key", arguments: ["--s3-endpoint", "https://s3.example.org", "--s3-bucket", "files"], changes: [:],
      line: "files, S3: HATCHED_S3_ACCESS_KEY_ID is not set", advice: "see --s3-endpoint"),
    Complaint(
      testDescription: "a store that is not there", arguments: ["--s3-endpoint", "http://127.0.0.1:9", "--s3-bucket", "files"],
      changes: ["HATCHED_S3_ACCESS_KEY_ID": "id", "HATCHED_S3_SECRET_ACCESS_KEY": "open-sesame"],
      line: "files, S3: http://127.0.0.1:9 cannot be reached", advice: "this machine reaches the store"),
    Complaint(
      testDescription: "no worker", state: "warn", changes: ["WORKER_DATABASE_URL": nil],
      line: "worker: WORKER_DATABASE_URL is not set", advice: "on one server at least"),
  ]

  @Test("Says what is wrong, and what to do:", arguments: complaints)
  func complaint(_ complaint: Complaint) async throws {
    var environment = try environment(await Self.database.value)
    for (name, value) in complaint.changes { environment[name] = value }
    let end = try await doctor(environment, complaint.arguments)
    #expect(end.status == (complaint.state == "fail" ? 1 : 0), "\(end.output)\(end.errors)")
    #expect(lines(end, complaint.state).contains { $0.hasPrefix(complaint.line) }, "\(end.output)")
    #expect(end.output.contains(/→ [^\n]*/), "\(end.output)")
    #expect(end.output.split(separator: "\n").contains { $0.contains("→ ") && $0.contains(complaint.advice) })
  }

  @Test("Roles in each other's places are named")
  func roles() async throws {
    let database = try await Self.database.value
    var environment = environment(database)
    environment["DATABASE_URL"] = "\(database.owner)"
    environment["WORKER_DATABASE_URL"] = "\(database.app)"
    environment["MIGRATION_DATABASE_URL"] = "\(database.app)"
    let end = try await doctor(environment)
    #expect(end.status == 1)
    let failures = lines(end, "fail")
    #expect(failures.contains("role: the role hatched_owner bypasses row-level security"))
    #expect(failures.contains { $0.hasPrefix("ownership: the role hatched_owner owns ") })
    #expect(failures.contains("worker: the role hatched_app may not look for overdue assignments"))
    #expect(failures.contains { $0.hasPrefix("owner: hatched_app does not own ") })
    // The server's role is never to bypass the policies, whatever stands where.
    #expect(!end.output.contains("hatched_app BYPASSRLS"))
  }

  @Test("A database that is not as it must be is named, as the server names it")
  func brokenDatabase() async throws {
    let database = try await SchoolDatabase("doctor_broken", families: 1)
    try await database.run("ALTER TABLE courses NO FORCE ROW LEVEL SECURITY")
    try await database.run("DROP POLICY family_scope ON subjects")
    try await database.run("UPDATE schema_migrations SET checksum = 'x' WHERE name = '0002_curriculum.sql'")
    try await database.run("DELETE FROM schema_migrations WHERE name = '0006_planner.sql'")
    try await database.run("INSERT INTO schema_migrations VALUES ('9999_later.sql', 'x', now(), 1)")
    let end = try await doctor(environment(database))
    #expect(end.status == 1)
    let failures = lines(end, "fail")
    #expect(failures.contains("row security: the table courses does not force row-level security"))
    #expect(failures.contains { $0.hasPrefix("policies: the table subjects has no policy") })
    #expect(failures.contains("migrations: the migration 0002_curriculum.sql was changed after it was applied"))
    #expect(failures.contains("migrations: the migration 0006_planner.sql is missing: run hatched migrate"))
    #expect(failures.contains("records: changed since: 0002_curriculum.sql"))
  }

  @Test("Assignments that no vacuum has seen since they changed are told of")
  func vacuum() async throws {
    let database = try await SchoolDatabase("doctor_vacuum", families: 100)
    try await database.run("ALTER TABLE assignments SET (autovacuum_enabled = false)")
    try await database.run("UPDATE assignments SET version = version + 1")
    try await database.run("ANALYZE assignments")
    let before = try await doctor(environment(database))
    #expect(before.status == 0, "\(before.output)")
    #expect(
      lines(before, "warn").contains {
        $0.wholeMatch(of: /vacuum: .* has seen \d %.*: lists of the others are read page by page/) != nil
      }, "\(before.output)")
    #expect(before.output.contains("→ as the owner: VACUUM assignments"))
    try await database.vacuum()
    let after = try await doctor(environment(database))
    #expect(
      lines(after, "ok").contains("vacuum: autovacuum is on; a vacuum has seen 100 % of assignments since they changed"),
      "\(after.output)")
  }

  @Test("Time zones that PostgreSQL has come to know are told of, and hatched migrate adds them")
  func timeZones() async throws {
    let database = try await SchoolDatabase("doctor_time_zones", families: 1)
    try await database.run("DELETE FROM time_zone_names WHERE name IN ('Europe/Kyiv', 'Asia/Tokyo')")
    try await database.run("INSERT INTO time_zone_names VALUES ('Mars/Olympus')")
    let variables = environment(database)
    let before = try await doctor(variables)
    #expect(before.status == 0, "\(before.output)")
    #expect(lines(before, "warn").contains("time zones: 3 names differ from those that PostgreSQL knows"))
    #expect(before.output.contains("→ run hatched migrate"))
    let planned = try await ChildProcess.run(.hatched, ["migrate", "--dry-run"], environment: variables)
    #expect(!planned.output.contains("time zone"))
    let migrated = try await ChildProcess.run(.hatched, ["migrate"], environment: variables)
    #expect(migrated.output.contains("changed 3 time zone names, as PostgreSQL has them"), "\(migrated.errors)")
    let after = try await doctor(variables)
    #expect(lines(after, "ok").contains("time zones: the names that PostgreSQL knows"), "\(after.output)")
  }

  @Test("A collation whose library changed since the indexes were built is named, with what to run")
  func collation() async throws {
    let database = try await SchoolDatabase("doctor_collation", families: 1)
    let superuser = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await superuser.execute(
      script: "UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'und-x-icu'")
    let end = try await doctor(environment(database))
    #expect(end.status == 0, "\(end.output)")
    #expect(lines(end, "warn").contains { $0.hasPrefix("collation: ") && $0.contains(#""und-x-icu""#) }, "\(end.output)")
    #expect(end.output.contains(/→ REINDEX DATABASE doctor_collation/), "\(end.output)")
  }

  @Test("What PostgreSQL grants everyone is told of")
  func defaults() async throws {
    let database = try await SchoolDatabase("doctor_defaults", families: 1)
    // Only a superuser grants functions of PostgreSQL's own.
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await connection.execute(
      script: """
        GRANT TEMPORARY ON DATABASE doctor_defaults TO PUBLIC;
        GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC;
        ALTER DATABASE doctor_defaults RESET search_path
        """)
    let end = try await doctor(environment(database))
    #expect(end.status == 0)
    #expect(
      lines(end, "warn").contains(
        #"defaults: the role may make temporary tables; the role may make large objects; search_path is "$user", public"#),
      "\(end.output)")
    #expect(end.output.contains("→ as a superuser: psql -f scripts/database.sql doctor_defaults"))
  }

  @Test("A server whose clients all come from one network is told of, and so is none without a sign of that")
  func clients() async throws {
    let database = try await Self.database.value
    func clients(_ variables: [String: String]) async throws -> [String] {
      let end = try await doctor(environment(database).merging(variables) { $1 })
      return end.output.split(separator: "\n").map(String.init).filter { $0.contains(#/^[a-z-]+ +clients /#) }
    }
    #expect(try await clients([:])[0].contains("without an admin address"))
    #expect(try await clients(["HATCHED_ADMIN_ADDRESS": "127.0.0.1:1"])[0].contains("no server answers"))
    let behindProxy = ["--client-address-header", "X-Forwarded-For", "--viewer-rate", "0"]
    try await RunningServer.run(on: database.app, RunningServer.admin + behindProxy) { server in
      _ = try await server.admin("/health")
      let variables = ["HATCHED_ADMIN_ADDRESS": "127.0.0.1:\(try server.adminPort)"]
      let ask = try RawConnection(port: server.port)
      func post(from address: String) async throws {
        let body = #"{"query":"{ __typename }"}"#
        try await ask.send(
          """
          POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(try RunningServer.token(for: database))\r
          content-type: application/json\r\nx-forwarded-for: \(address)\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)
          """)
        #expect(try await ask.answer().status == 200)
      }
      for _ in 1...99 { try await post(from: "10.0.0.1") }
      #expect(try await clients(variables)[0].hasSuffix("99 operations, from 1 network"))
      try await post(from: "10.0.0.1")
      let warning = try await clients(variables)[0]
      #expect(warning.hasPrefix("warn") && warning.contains("100 operations, from 1 network: limits of each network"))
      for _ in 101...1000 { try await post(from: "10.0.0.1") }
      #expect(try server.process.errors.split(separator: "all of 1000 requests came from one local address").count == 2)
      try await post(from: "203.0.113.7")
      #expect(try await clients(variables)[0].hasSuffix("1001 operations, from 2 networks"))
    }
  }

  @Test("Quotas that are not as configured are told of, and families that come near one")
  func storage() async throws {
    let database = try await SchoolDatabase("doctor_storage", families: 1)
    var variables = environment(database)
    variables["HATCHED_QUOTAS"] = "courses=5:100000,quotes=900:100000"
    let before = try await doctor(variables)
    #expect(
      lines(before, "warn").contains("storage: the quotas in the database are others than configured: courses, quotes"),
      "\(before.output)")
    let migrated = try await ChildProcess.run(.hatched, ["migrate"], environment: variables)
    #expect(migrated.output.contains("a family may keep 5 rows and 100000 bytes of courses"), "\(migrated.errors)")
    let after = try await doctor(variables)
    #expect(
      lines(after, "warn").contains { $0.hasSuffix("families keep more than nine tenths of a quota") }, "\(after.output)")
    try await database.run("UPDATE family_usage SET rows = rows + 1 WHERE kind = 'quotes'")
    let recounted = try await ChildProcess.run(.hatched, ["migrate", "--recount"], environment: variables)
    #expect(recounted.output.contains(/corrected [1-9]\d* counts of what families keep/), "\(recounted.errors)")
  }

  @Test(
    "A quota that cannot be is refused, with what is wrong with it",
    arguments: [
      ("courses", "which is not of the form kind=rows:bytes"), ("courses=0:2000", "must be between 1 and 10000000"),
      ("courses=10:10", "must be between 1024 and 2000000000"), ("horses=10:2000", "but the kinds are absence_files, absence_reports, "),
    ])
  func impossibleQuota(_ quota: String, _ message: String) async throws {
    let variables = environment(try await Self.database.value)
    let end = try await ChildProcess.run(.hatched, ["migrate", "--quota", quota], environment: variables)
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  @Test("Its help has examples")
  func help() async throws {
    let end = try await ChildProcess.run(.hatched, ["doctor", "--help"])
    #expect(end.status == 0)
    #expect(end.output.contains("Examples:"))
  }
}
