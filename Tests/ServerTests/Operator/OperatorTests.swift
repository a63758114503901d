import GraphQL
import Postgres
import SQL
import SampleData
import SessionTokens
import TestSupport
import Testing

/// The paths of the operator's page at the admin address.
@Suite struct OperatorTests {
  private static let database = Task { try await SchoolDatabase("operator", families: 1) }

  private static func run(_ options: [String] = [], _ body: (RunningServer, SchoolDatabase) async throws -> Void) async throws {
    let database = try await database.value
    let environment = ["DATABASE_URL": "\(database.app) password=open-sesame"]
    try await RunningServer.run(on: database.app, RunningServer.admin + options, environment: environment) { try await body($0, database) }
  }

  private static func status(_ server: RunningServer) async throws -> JSONValue {
    let answer = try await server.admin("/status")
    #expect(answer.status == 200 && answer["cache-control"] == ["no-store"], "\(answer.text)")
    #expect(!answer.text.contains("open-sesame") && !answer.text.contains(RunningServer.secret))
    return try JSONValue(parsing: answer.body)
  }

  /// Asks until the status is as it should be.
  private static func status(
    _ server: RunningServer, _ what: String, until isThere: (JSONValue) -> Bool
  ) async throws -> JSONValue {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let status = try await status(server)
      if isThere(status) { return status }
      try #require(.now < deadline, "\(what): \(status.indented())")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test func `The page and its files are this server's alone`() async throws {
    try await Self.run { server, _ in
      let page = try await server.admin("/")
      #expect(page.status == 200 && page["content-type"] == ["text/html; charset=utf-8"])
      #expect(page["x-content-type-options"] == ["nosniff"])
      let policy = try #require(page["content-security-policy"].first)
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("http"))
      #expect(!page.text.contains("<script>") && !page.text.contains("<style") && !page.text.contains(" style=") && !page.text.contains("{{"))
      let files = page.text.matches(of: /(?:src|href)="(\/operator\/[^"]+)"/).map { String($0.output.1) }
      #expect(files.count == 9)
      for path in files {
        let file = try await server.admin(path)
        #expect(file.status == 200 && file["cache-control"].first?.contains("immutable") == true, "\(path)")
      }
      #expect(try await server.admin("/", method: "HEAD").body == [])
      for path in ["/operator/", "/operator/operator.html", "/operator/../status", "/explorer", "/nothing"] {
        #expect(try await server.admin(path).status == 404, "\(path)")
      }
      // The public port has nothing of it.
      for path in ["/", "/status", "/doctor", "/operator/core.js"] {
        #expect(try await RawConnection(port: server.port).get(path).status == 404, "\(path)")
      }
    }
  }

  @Test func `Slow operations are told with their statements, each document once, and without values, people or tokens`() async throws {
    try await Self.run(["--slow-operation", "1ms"]) { server, database in
      let token = try RunningServer.token(for: database)
      let query = #"query Slow { family { students(where: {name: {eq: "Zanzibar"}}) { name } } }"#
      let connection = try RawConnection(port: server.port)
      try await HeldTable.with("members", of: database) { table in
        try await connection.post(query.replacing("\"", with: #"\""#), token: token)
        try await table.untilWaiting(1)
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(try await connection.answer().status == 200)
      let status = try await Self.status(server, "a slow operation") { $0.at("slow")?.array?.isEmpty == false }
      #expect(status.at("slowSeconds")?.number == 0.001)
      let found = try #require(status.at("slow", 0))
      #expect(found.at("operation")?.string == "Slow" && found.at("type")?.string == "query")
      #expect(found.at("document")?.string == SHA256.hash(Array(query.utf8)).hexadecimal)
      #expect(found.at("count")?.number == 1 && found.at("roundTrips")?.number == 1)
      #expect(try #require(found.at("milliseconds")?.number) >= #require(found.at("databaseMilliseconds")?.number))
      #expect(try #require(found.at("databaseMilliseconds")?.number) >= 200)
      let statements = try #require(found.at("statements")?.array)
      #expect(statements.count == 5 && statements.allSatisfy { $0.string?.contains("SELECT") == true })
      let text = try await server.admin("/status").text
      for secret in ["Zanzibar", token, database.demonstration.accounts[0].account.description, "Rivera"] {
        #expect(!text.contains(secret), "\(secret)")
      }
    }
  }

  @Test func `Background work and its failures are told, and counted in the metrics`() async throws {
    let database = try await SchoolDatabase("operator_jobs", families: 1)
    // A job finds its function gone. Readiness has seen to migrations, not to these.
    try await database.run("ALTER FUNCTION give_up_messages RENAME TO gone_messages")
    let worker = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"]
    try await RunningServer.run(on: database.app, RunningServer.admin + worker) { server in
      let status = try await Self.status(server, "passes of all jobs") { status in
        let jobs = status.at("jobs")?.array ?? []
        return jobs.count >= 7 && jobs.allSatisfy { $0.at("lastTime")?.number != nil }
      }
      let jobs = try #require(status.at("jobs")?.array)
      #expect(jobs.compactMap { $0.at("name")?.string } == jobs.compactMap { $0.at("name")?.string }.sorted())
      let overdue = try #require(jobs.first { $0.at("name")?.string == "overdue" })
      #expect(overdue.at("done")?.number == 1 && overdue.at("failed")?.number == 0 && overdue.at("failure") == .null)
      let (now, next) = (status.at("time")?.number, overdue.at("nextTime")?.number)
      #expect(try #require(next) > #require(now))
      let messages = try #require(jobs.first { $0.at("name")?.string == "messages" })
      #expect(messages.at("failure", "reason")?.string?.contains("give_up_messages") == true, "\(messages.indented())")
      let metrics = try MetricsText(try await server.admin("/metrics").text)
      #expect(metrics.value("hatched_job_passes_total", ["name": "overdue", "outcome": "done"]) == 1)
      #expect(try #require(metrics.value("hatched_job_passes_total", ["name": "messages", "outcome": "failed"])) >= 1)
      #expect(try #require(metrics.value("hatched_job_seconds_total", ["name": "overdue"])) > 0)
      #expect(try #require(metrics.value("hatched_job_last_pass_timestamp_seconds", ["name": "overdue"])) > 1_700_000_000)
    }
  }

  @Test func `Doctor's findings are told as the command tells them, but for those of the owner`() async throws {
    try await Self.run { server, database in
      let status = try await Self.status(server, "the findings") { $0.at("doctor", "findings")?.array?.isEmpty == false }
      let findings = try #require(status.at("doctor", "findings")?.array)
      func state(_ subject: String) -> String? { findings.first { $0.at("subject")?.string == subject }?.at("state")?.string }
      for subject in ["token secrets", "database", "version", "migrations", "policies", "privileges"] { #expect(state(subject) == "ok", "\(subject)") }
      #expect(state("worker") == "warn" && state("owner") == "skip")
      #expect(findings.contains { $0.at("advice")?.string?.contains("hatched_worker") == true })
      // The next request has the same findings: a check is good for a while.
      let time = status.at("doctor", "time")?.number
      #expect(try await Self.status(server).at("doctor", "time")?.number == time)
    }
  }

  @Test func `Pages of other sites get no status and begin no check`() async throws {
    try await Self.run { server, _ in
      let port = try await { _ = try await server.admin("/health"); return try server.adminPort }()
      func send(_ method: String, _ path: String, _ headers: String) async throws -> RawConnection.Answer {
        let connection = try RawConnection(port: port)
        try await connection.send("\(method) \(path) HTTP/1.1\r\n\(headers)\r\n\(method == "POST" ? "content-length: 0\r\n" : "")\r\n")
        return try await connection.answer()
      }
      for host in ["evil.example", "127.0.0.1.evil.example:9090", "localhost.evil.example", "1.2.3.4.5"] {
        let answer = try await send("GET", "/status", "host: \(host)")
        #expect(answer.status == 403 && !answer.text.contains("doctor"), "\(host)")
        #expect(try await send("POST", "/doctor", "host: \(host)").status == 403)
      }
      for host in ["localhost:9090", "127.0.0.1:1", "192.168.1.4", "[::1]:9090", "[fe80::1]", "gateway:9090"] {
        #expect(try await send("GET", "/status", "host: \(host)").status == 200, "\(host)")
      }
      for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        #expect(try await send("POST", "/doctor", "host: 127.0.0.1:9090\r\norigin: \(origin)").status == 403, "\(origin)")
      }
      #expect(try await send("POST", "/doctor", "host: 127.0.0.1:9090\r\norigin: http://127.0.0.1:9090").status == 202)
      #expect(try await send("POST", "/doctor", "host: 127.0.0.1:9090").status == 202)
      let refused = try await send("GET", "/doctor", "host: 127.0.0.1")
      #expect(refused.status == 405 && refused["allow"] == ["POST"])
      #expect(try await send("POST", "/status", "host: 127.0.0.1").status == 405)
    }
  }
}
