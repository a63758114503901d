import Foundation
import Postgres
import SQL
import TestSupport
import Testing

/// The program as a process: how it starts, refuses to start, and stops.
@Suite struct ProcessTests {
  private static let database = Task { try await SchoolDatabase("process", families: 1) }
  private static let answer = #"{"data":{"family":{"name":"Rivera"}}}"#

  @Test("SIGTERM lets a request in flight finish, then ends the server")
  func sigterm() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let owner = try await Connection.connect(
        ConnectionConfiguration(address: database.owner), reactor: Reactor())
      let (request, signaled) = try await owner.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: "LOCK TABLE families IN ACCESS EXCLUSIVE MODE")
        let request = Task { try await server.ask(for: database) }
        try await waitForWaiter(on: transaction)
        server.process.send(signal: SIGTERM)
        let signaled = ContinuousClock.now
        try await Task.sleep(for: .seconds(1))
        #expect(server.process.isRunning)
        return (request, signaled)
      }
      let answer = try await request.value
      #expect(answer.status == 200)
      #expect(answer.text == Self.answer)
      let end = try await server.process.end(within: .seconds(10))
      #expect(end.status == 0, "\(end.errors)")
      #expect(signaled.duration(to: .now) < .seconds(10))
    }
  }

  /// Waits until a statement of another connection waits for the lock.
  private func waitForWaiter(on transaction: PostgresTransaction) async throws {
    let waiting: SQL = "SELECT 1 FROM pg_locks WHERE relation = 'families'::regclass AND NOT granted"
    for _ in 1...1000 where try await transaction.run([waiting.statement])[0].count == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try #require(try await transaction.run([waiting.statement])[0].count > 0, "no request waits for the lock")
  }

  @Test("A server leaves no core dump, and nothing of its memory to a program that the system gives one")
  func coreDump() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let limits = try server.process.systemFile("limits")
      let limit = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
      #expect(limit.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(limit)")
      let filter = try server.process.systemFile("coredump_filter")
      #expect(filter.allSatisfy { "0\n".contains($0) }, "\(filter)")
    }
  }

  @Test("An idle server with a connection open ends at once", arguments: [SIGINT, SIGTERM])
  func idle(_ signal: Int32) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let answer = try await server.ask(for: database)
      #expect(answer.text == Self.answer)
      server.process.send(signal: signal)
      let end = try await server.process.end(within: .seconds(3))
      #expect(end.status == 0, "\(end.errors)")
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var arguments: [String] = []
    /// The differences from a good environment.
    let changes: [String: String?]
    let message: String
    /// The text that no output may contain.
    var secret = RunningServer.secret
  }

  static let refusals = [
    Refusal(
      testDescription: "no address of the database", changes: ["DATABASE_URL": nil],
      message: "DATABASE_URL is not set: where the database is."),
    Refusal(
      testDescription: "an empty address of the database", changes: ["DATABASE_URL": ""],
      message: "DATABASE_URL is not set: where the database is."),
    Refusal(
      testDescription: "an address that is none",
      changes: ["DATABASE_URL": "postgresql://app:open-sesame@[::1/hatched"],
      message: "DATABASE_URL: the database address is neither postgresql://", secret: "open-sesame"),
    Refusal(
      testDescription: "a password among the flags",
      arguments: ["--database-url", "postgresql://app:open-sesame@localhost/hatched"], changes: [:],
      message: "The address of --database-url has a password", secret: "open-sesame"),
    Refusal(
      testDescription: "a password of background work among the flags",
      arguments: ["--worker-database-url", "host=localhost password=open-sesame"], changes: [:],
      message: "give it in WORKER_DATABASE_URL", secret: "open-sesame"),
    Refusal(
      testDescription: "a password that reads like a host",
      changes: ["DATABASE_URL": "postgresql://app:p@open-sesame@localhost/hatched"],
      message: "in a password it is written %40", secret: "open-sesame"),
    Refusal(
      testDescription: "no secret", changes: ["HATCHED_TOKEN_SECRETS": nil],
      message: "HATCHED_TOKEN_SECRETS is not set"),
    Refusal(
      testDescription: "a short secret", changes: ["HATCHED_TOKEN_SECRETS": "open-sesame"],
      message: "HATCHED_TOKEN_SECRETS: Secret 1 has 11 bytes; at least 32 are needed", secret: "open-sesame"),
    Refusal(
      testDescription: "a second secret that is short",
      changes: ["HATCHED_TOKEN_SECRETS": "\(RunningServer.secret),open-sesame"],
      message: "HATCHED_TOKEN_SECRETS: Secret 2 has 11 bytes; at least 32 are needed", secret: "open-sesame"),
    Refusal(
      testDescription: "a short secret of passwords", changes: ["HATCHED_PASSWORD_SECRETS": "open-sesame"],
      message: "HATCHED_PASSWORD_SECRETS: Secret 1 has 11 bytes; at least 32 are needed", secret: "open-sesame"),
    Refusal(
      testDescription: "a short secret of cards", changes: ["HATCHED_CARD_SECRETS": "open-sesame"],
      message: "HATCHED_CARD_SECRETS: Secret 1 has 11 bytes; at least 32 are needed", secret: "open-sesame"),
    Refusal(
      testDescription: "an address of background work that is none", changes: ["WORKER_DATABASE_URL": "nonsense"],
      message: "WORKER_DATABASE_URL: the database address is neither postgresql://"),
    Refusal(
      testDescription: "an address for LISTEN that is none", changes: ["LISTEN_DATABASE_URL": "nonsense"],
      message: "LISTEN_DATABASE_URL: the database address is neither postgresql://"),
    Refusal(
      testDescription: "a flag with an address that is none", arguments: ["--worker-database-url", "nonsense"], changes: [:],
      message: "--worker-database-url: the database address is neither postgresql://"),
    Refusal(
      testDescription: "a port in words", changes: ["PORT": "http"],
      message: #""http" is not a port: use a number from 0 to 65535"#),
    Refusal(
      testDescription: "a port that there is not", arguments: ["--port", "65536"], changes: [:],
      message: #""65536" is not a port: use a number from 0 to 65535"#),
    Refusal(
      testDescription: "a log level that there is not", changes: ["LOG_LEVEL": "loud"],
      message: #""loud" is not a log level"#),
    Refusal(
      testDescription: "a wildcard for pages of other origins", arguments: ["--cors-origin", "*"], changes: [:],
      message: #""*" is not an origin"#),
    Refusal(
      testDescription: "an origin without a scheme",
      changes: ["HATCHED_CORS_ORIGINS": "https://app.example.org, app.example.com"],
      message: #"app.example.com" is not an origin: use a scheme, a host and perhaps a port"#),
    Refusal(
      testDescription: "only trusted documents, of which there are none", arguments: ["--trusted-documents-only"],
      changes: [:], message: "--trusted-documents-only needs --trusted-documents PATH"),
    Refusal(
      testDescription: "trusted documents that are nowhere",
      changes: ["HATCHED_TRUSTED_DOCUMENTS": "/nowhere/documents"],
      message: "there are no trusted documents: there is nothing at /nowhere/documents"),
    Refusal(
      testDescription: "a policy of introspection that there is not", arguments: ["--introspection", "maybe"],
      changes: [:], message: "'maybe' is invalid for '--introspection"),
    Refusal(
      testDescription: "a pool without connections", arguments: ["--pool-size", "0"], changes: [:],
      message: "--pool-size must be between 1 and 1000"),
  ]

  @Test("Is refused with what is wrong, and without the secret:", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    let database = try await Self.database.value
    var environment: [String: String] = [
      "DATABASE_URL": "\(database.app)", "HATCHED_TOKEN_SECRETS": RunningServer.secret, "PORT": "0",
    ]
    for (name, value) in refusal.changes { environment[name] = value }
    try await expectRefusal(
      of: refusal.arguments, in: environment, message: refusal.message, secret: refusal.secret)
  }

  @Test("A port that is taken ends the server, whatever else it does, and is named", arguments: [false, true])
  func takenPort(isDatabaseThere: Bool) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      try await expectRefusal(
        of: ["--port", "\(server.port)"],
        in: [
          "DATABASE_URL": isDatabaseThere ? "\(database.app)" : "host=/nowhere dbname=hatched user=hatched_app",
          "WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker"))",
          "HATCHED_TOKEN_SECRETS": RunningServer.secret,
        ], message: "port \(server.port) of 127.0.0.1, for the server, is taken", secret: RunningServer.secret)
    }
  }

  private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-trusted-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try await body(folder.path)
  }

  @Test("An invalid trusted document is refused with its file, line and column")
  func invalidTrustedDocument() async throws {
    let database = try await Self.database.value
    let files = ["Good.graphql": "{ family { name } }", "Bad.graphql": "query Bad {\n  family { nam }\n}\n"]
    try await withFolder(files) { folder in
      try await expectRefusal(
        of: ["--port", "0", "--trusted-documents", folder],
        in: ["DATABASE_URL": "\(database.app)", "HATCHED_TOKEN_SECRETS": RunningServer.secret],
        message: "\(folder)/Bad.graphql:2:12: Cannot query field \"nam\" on type \"Family\".",
        secret: RunningServer.secret)
    }
  }

  @Test("A server of trusted documents answers those and nothing else")
  func trustedDocuments() async throws {
    let database = try await Self.database.value
    try await withFolder(["FamilyName.graphql": "{ family { name } }"]) { folder in
      let options = ["--trusted-documents", folder, "--trusted-documents-only", "--introspection", "off"]
      try await RunningServer.run(on: database.app, options) { server in
        let trusted = try await server.ask(for: database, body: #"{"documentId":"FamilyName"}"#)
        #expect(trusted.status == 200)
        #expect(trusted.text == Self.answer)
        let got = try await server.ask(for: database, body: nil, parameters: "?documentId=FamilyName")
        #expect(got.text == Self.answer)
        #expect(try await server.ask(for: database).text.contains("PERSISTED_QUERY_ONLY"))
        let other = try await server.ask(for: database, body: #"{"documentId":"FamilyPage"}"#)
        #expect(other.text.contains("PERSISTED_QUERY_NOT_FOUND"))
      }
    }
  }

  @Test("The owner's address is refused: its role bypasses row-level security")
  func unsafeRole() async throws {
    let database = try await Self.database.value
    try await expectRefusal(
      of: ["--port", "0"],
      in: ["DATABASE_URL": "\(database.owner)", "HATCHED_TOKEN_SECRETS": RunningServer.secret],
      message: "the role hatched_owner bypasses row-level security", secret: RunningServer.secret)
  }

  private func expectRefusal(
    of arguments: [String], in environment: [String: String], message: String, secret: String
  ) async throws {
    let end = try await ChildProcess.run(
      .hatched, ["serve"] + arguments, environment: environment)
    #expect(end.status > 0 && end.status < 128, "ended by itself with \(end.status)")
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(!end.errors.contains(secret) && !end.output.contains(secret))
    #expect(!end.errors.contains("listening"))
  }

  @Test("hatched health tells a server that can answer from one that is gone")
  func health() async throws {
    let port = try await RunningServer.run(on: try await Self.database.value.app) { server in
      for arguments in [[], ["--ready"]] {
        let end = try await health(arguments, of: server.port)
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output == (arguments.isEmpty ? "running\n" : "ready\n"))
      }
      return server.port
    }
    for arguments in [[], ["--ready"]] {
      let end = try await health(arguments, of: port)
      #expect(end.status == 1)
      #expect(end.errors.contains("nothing listens on port \(port)"))
    }
  }

  @Test("A server without its database runs, and hatched health --ready says that it is not ready")
  func notReady() async throws {
    let nowhere = try DatabaseAddress("host=/nowhere dbname=hatched user=hatched_app")
    try await RunningServer.run(on: nowhere) { server in
      #expect(try server.process.errors.contains("the database does not answer yet"))
      #expect(try await health([], of: server.port).status == 0)
      let ready = try await health(["--ready"], of: server.port)
      #expect(ready.status == 1)
      #expect(ready.errors.contains("not well"))
      #expect(!ready.errors.contains("/nowhere"))
    }
  }

  /// The port by the environment, as a container's image has it.
  private func health(_ arguments: [String], of port: Int) async throws -> ChildProcess.End {
    try await ChildProcess.run(
      .hatched, ["health"] + arguments, environment: ["PORT": "\(port)"], within: .seconds(10))
  }
}
