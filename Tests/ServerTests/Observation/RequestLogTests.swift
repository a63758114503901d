import GraphQL
import Postgres
import SQL
import SampleData
import SessionTokens
import TestSupport
import Testing

/// The log of a running server.
@Suite struct RequestLogTests {
  private static let database = Task { try await SchoolDatabase("request_log", families: 1) }
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  /// The lines of a log in JSON: every line is an object.
  private func lines(_ server: RunningServer, _ message: String) throws -> [JSONValue] {
    try server.process.errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
      .filter { $0.at("message")?.string == message }
  }

  @Test("A line for each request says what it was and what it came to, and no secret")
  func requests() async throws {
    let database = try await Self.database.value
    let token = try RunningServer.token(for: database)
    try await RunningServer.run(on: database.app, ["--log-format", "json", "--log-level", "info"]) { server in
      let connection = try RawConnection(port: server.port)
      try await connection.post(
        "query FamilyPage { family { name } }", token: token,
        headers: "traceparent: 00-\(Self.trace)-00f067aa0ba902b7-01\r\n")
      let answer = try await connection.answer()
      try await connection.post(
        "query Wrong { family { nam } }", token: token, headers: "traceparent: 00-\(Self.trace)-00f067aa0ba902b7\r\n")
      _ = try await connection.answer()
      try await connection.send("nonsense\r\n\r\n")
      _ = try await connection.answer()
      try await server.process.wait(within: .seconds(5)) { try lines(server, "request refused").count == 1 }

      let requests = try lines(server, "request")
      try #require(requests.count == 2)
      let good = requests[0]
      #expect(good.at("level")?.string == "info")
      #expect(good.at("request")?.string == answer["x-request-id"].first)
      #expect(good.at("trace")?.string == Self.trace)
      #expect(good.at("operation")?.string == "FamilyPage")
      #expect(good.at("type")?.string == "query")
      #expect(good.at("viewer")?.string == database.demonstration.accounts[0].account.description)
      #expect(good.at("status")?.number == 200)
      #expect(good.at("method")?.string == "POST")
      #expect(good.at("path")?.string == "/graphql")
      #expect(good.at("bytes")?.number == Double(answer.body.count))
      #expect(good.at("round_trips")?.number == 1)
      #expect(good.at("statements")?.number == 3)
      #expect(good.at("rows")?.number == 3)
      #expect(good.at("errors") == nil)
      let (duration, inDatabase) = (good.at("duration_ms")?.number, good.at("database_ms")?.number)
      #expect(try #require(duration) > #require(inDatabase))
      let wrong = requests[1]
      #expect(wrong.at("errors")?.string == "GRAPHQL_VALIDATION_FAILED")
      #expect(wrong.at("trace") == nil)
      #expect(wrong.at("round_trips") == nil)
      #expect(try lines(server, "request refused")[0].at("status")?.number == 400)
      let log = try server.process.errors
      #expect(!log.contains(token) && !log.contains(RunningServer.secret))
    }
  }

  @Test("A slow operation is logged with its document's hash and its statements, without values")
  func slow() async throws {
    let database = try await Self.database.value
    let token = try RunningServer.token(for: database)
    let options = ["--log-format", "json", "--slow-operation", "1s"]
    try await RunningServer.run(on: database.app, options) { server in
      let query = #"query Slow { family { students(where: {name: {eq: \"Zanzibar\"}}) { name } } }"#
      let connection = try RawConnection(port: server.port)
      try await connection.post("query Fast { family { name } }", token: token)
      _ = try await connection.answer()
      try await HeldTable.with("members", of: database) { table in
        try await connection.post(query, token: token)
        try await table.untilWaiting(1)
        try await Task.sleep(for: .milliseconds(1100))
      }
      #expect(try await connection.answer().status == 200)
      try await server.process.wait(within: .seconds(5)) { try lines(server, "slow operation").count > 0 }
      let found = try lines(server, "slow operation")
      try #require(found.count == 1)
      #expect(found[0].at("level")?.string == "warning")
      #expect(found[0].at("operation")?.string == "Slow")
      #expect(try #require(found[0].at("database_ms")?.number) >= 1000)
      let text = query.replacing(#"\""#, with: "\"")
      #expect(found[0].at("document")?.string == SHA256.hash(Array(text.utf8)).hexadecimal)
      let plan = try #require(found[0].at("plan")?.array)
      // The scope, the check, what the family has stored, the family and its students.
      #expect(plan.count == 5)
      #expect(plan.allSatisfy { $0.string?.contains("SELECT") ?? false })
      let log = try server.process.errors
      #expect(!log.contains("Zanzibar"))
      #expect(!log.contains(token))
    }
  }

  @Test("Without a duration, or below it, nothing is said")
  func off() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, ["--slow-operation", "off"]) { server in
      let answer = try await server.ask(for: database)
      #expect(answer.status == 200)
      let log = try server.process.errors
      #expect(!log.contains("slow operation"))
    }
  }

  @Test(
    "Is refused:",
    arguments: [
      (["--slow-operation", "soon"], #""soon" is no duration"#), (["--slow-operation", "0s"], #""0s" is no duration"#),
      (["--log-format", "xml"], "'xml' is invalid"), (["--admin-address", "9090"], #""9090" is no address"#),
      (["--admin-address", "127.0.0.1:70000"], "is no address"), (["--admin-address", "a b:1"], "is no address"),
      (["--drain-delay", "301"], "must be between 0 and 300 seconds"),
    ])
  func options(_ arguments: [String], _ message: String) async throws {
    let database = try await Self.database.value
    let end = try await ChildProcess.run(
      .hatched, ["serve", "--port", "0"] + arguments,
      environment: ["DATABASE_URL": "\(database.app)", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}
