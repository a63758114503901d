import Foundation
import GraphQL
import Postgres
import SQL
import TestSupport
import Testing

/// The admin address of a running server.
@Suite struct MetricsTests {
  private static let database = Task { try await SchoolDatabase("metrics", families: 1) }
  private static let clients = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Clients")

  /// Waits until each job has ended a pass.
  private func waitForFirstPasses(_ server: RunningServer) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let families = try MetricsText(try await server.admin("/metrics").text).families
      let passes = families.first { $0.name == "hatched_job_passes_total" }?.samples ?? []
      let counts = Dictionary(passes.map { ($0.labels["name"], $0.value) }, uniquingKeysWith: +)
      if counts.count >= 7, counts.values.allSatisfy({ $0 > 0 }) { return }
      try #require(.now < deadline, "\(counts)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test("Numbers of requests, operations, the database, caches and the process")
  func numbers() async throws {
    let database = try await Self.database.value
    let worker = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"]
    // A job that finds the family locked removes them in a later pass.
    try await database.run("DELETE FROM webhook_deliveries")
    try await RunningServer.run(on: database.app, RunningServer.admin + worker) { server in
      let token = try RunningServer.token(for: database)
      // The first passes change the family: an answer that was remembered before them is asked for anew.
      try await waitForFirstPasses(server)
      // Two of readiness, and three of later migrations, the server and its room. On a busy machine there was one more.
      let roundTrips = ("hatched_database_round_trips_total", ["pool": "app"])
      var atStart = 0.0
      for _ in 1...100 where atStart < 5 {
        atStart = try MetricsText(try await server.admin("/metrics").text).value(roundTrips.0, roundTrips.1) ?? 0
        if atStart < 5 { try await Task.sleep(for: .milliseconds(100)) }
      }
      #expect((5...6).contains(atStart))
      for _ in 1...3 {
        #expect(try await server.post("query FamilyPage { family { name } }", token: token).status == 200)
      }
      #expect(try await server.post("query Nobody { family { name } }", token: nil).status == 401)
      #expect(try await server.post("{ family { nam } }", token: token).status == 200)
      let subject = #"mutation Add { createSubject(input: {name: "Music"}) { subject { name } } }"#
      #expect(try await server.post(subject, token: token).status == 200)

      let answer = try await server.admin("/metrics")
      #expect(answer.status == 200)
      #expect(answer["content-type"] == ["text/plain; version=0.0.4; charset=utf-8"])
      let metrics = try MetricsText(answer.text)
      func value(_ name: String, _ labels: [String: String] = [:]) -> Double? { metrics.value(name, labels) }
      #expect(value("hatched_requests_total", ["type": "query", "status": "200"]) == 3)
      #expect(value("hatched_requests_total", ["type": "query", "status": "401"]) == 1)
      #expect(value("hatched_requests_total", ["type": "mutation", "status": "200"]) == 1)
      #expect(value("hatched_requests_total", ["type": "none", "status": "200"]) == 1)
      #expect(value("hatched_requests_in_flight") == 0)
      #expect(value("hatched_errors_total", ["code": "UNAUTHENTICATED"]) == 1)
      #expect(value("hatched_errors_total", ["code": "GRAPHQL_VALIDATION_FAILED"]) == 1)
      let page = ["operation": "FamilyPage", "type": "query"]
      #expect(value("hatched_operation_duration_seconds_count", page) == 3)
      let (total, inDatabase) = (
        value("hatched_operation_duration_seconds_sum", page),
        value("hatched_operation_database_seconds_total", page))
      #expect(try #require(inDatabase) > 0)
      #expect(try #require(total) > #require(inDatabase))
      #expect(metrics.labels("operation").isDisjoint(with: ["Nobody"]))
      #expect(value("hatched_cache_hits_total", ["cache": "operations"]) == 2)
      #expect(value("hatched_cache_misses_total", ["cache": "plans"]) == 3)
      #expect(value("hatched_cache_evictions_total", ["cache": "plans"]) == 0)
      #expect(value("hatched_pool_connections", ["pool": "app", "state": "leased"]) == 0)
      #expect(try #require(value("hatched_pool_connections", ["pool": "app", "state": "idle"])) > 0)
      // One of the mutation, one of each query.
      #expect(value(roundTrips.0, roundTrips.1) == atStart + 4)
      #expect(try #require(value("hatched_database_round_trips_total", ["pool": "worker"])) > 0)
      #expect(try #require(value("hatched_database_statements_total")) >= 10)
      #expect(value("hatched_cache_hits_total", ["cache": "answers"]) == 2)
      #expect(try #require(value("hatched_database_rows_total")) >= 9)
      for transport in ["multipart", "sse"] { #expect(value("hatched_streams", ["transport": transport]) == 0) }
      #expect(value("hatched_stream_events_total") == 0)
      for reason in ["completed", "failed", "restarted", "disconnected", "slow", "memory", "displaced"] {
        #expect(value("hatched_streams_ended_total", ["reason": reason]) == 0)
      }
      #expect(value("hatched_admission") == 1)
      #expect(value("hatched_draining") == 0)
      let now = Date().timeIntervalSince1970
      #expect(abs(try #require(value("hatched_overdue_last_pass_timestamp_seconds")) - now) < 60)
      #expect(abs(try #require(value("process_start_time_seconds")) - now) < 120)
      #expect(try #require(value("process_resident_memory_bytes")) > 1_000_000)
      #expect((1_000_000...1_000_000_000).contains(try #require(value("hatched_allocated_bytes"))))
      #expect(try #require(value("process_cpu_seconds_total")) > 0)
      #expect(try #require(value("process_open_fds")) > 5)
    }
  }

  @Test("The public port has no metrics, and without an address there are none")
  func notPublic() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, RunningServer.admin) { server in
      let answer = try await RawConnection(port: server.port).get("/metrics")
      #expect(answer.status == 404)
      #expect(try await server.admin("/graphql").status == 404)
      #expect(try await server.admin("/health").text == "running\n")
      #expect(try await server.admin("/metrics", method: "POST").status == 405)
      #expect(try await server.admin("/metrics", method: "HEAD").body == [])
    }
    try await RunningServer.run(on: database.app) { server in
      let log = try server.process.errors
      #expect(!log.contains("metrics are at"))
    }
  }

  @Test("The admin address says what is not as it must be, the public one only that something is not")
  func ready() async throws {
    let database = try await SchoolDatabase("metrics_ready", families: 1)
    try await RunningServer.run(on: database.app, RunningServer.admin) { server in
      #expect(try await server.admin("/ready").text == "ready\n")
      try await database.run("ALTER TABLE courses NO FORCE ROW LEVEL SECURITY")
      // A positive check stays valid for a second.
      try await Task.sleep(for: .milliseconds(1100))
      let admin = try await server.admin("/ready")
      #expect(admin.status == 503)
      #expect(admin.text == "the table courses does not force row-level security\n")
      let open = try await RawConnection(port: server.port).get("/ready")
      #expect(open.status == 503)
      #expect(open.text == #"{"status":"not ready"}"#)
    }
  }

  @Test(
    "The parser of Prometheus' own client for Python reads what this suite's reads",
    .enabled(if: Program.reference.isThere, "HATCHED_TEST_PYTHON_REFERENCE is not set: scripts/test sets it")
  )
  func reference() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, RunningServer.admin) { server in
      let token = try RunningServer.token(for: database)
      _ = try await server.post("query FamilyPage { family { name } }", token: token)
      let metrics = try MetricsText(try await server.admin("/metrics").text)
      let end = try await ChildProcess.run(
        .reference,
        [Self.clients.appending(path: "metrics.py").path, "http://127.0.0.1:\(try server.adminPort)/metrics"],
        environment: ["PYTHONDONTWRITEBYTECODE": "1"])
      #expect(end.status == 0, "\(end.errors)")
      #expect(end.output == "\(metrics.families.count) families, 1 request of FamilyPage\n")
    }
  }
}

extension RunningServer {
  /// The options of a server with an admin address.
  static let admin = ["--admin-address", "127.0.0.1:0"]

  /// The port of the admin address, as the log says it.
  var adminPort: Int {
    get throws {
      let line = try process.errors.split(separator: "\n").first { $0.contains("metrics are at") }
      return try #require(line?.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.output.1) })
    }
  }

  func admin(_ path: String, method: String = "GET") async throws -> RawConnection.Answer {
    try await process.wait(within: .seconds(10)) { try process.errors.contains("metrics are at") }
    return try await RawConnection(port: try adminPort).get(path, method: method)
  }
}

extension RawConnection {
  /// Asks for a path.
  func get(_ path: String, method: String = "GET", headers: String = "") async throws -> Answer {
    try await send("\(method) \(path) HTTP/1.1\r\nhost: localhost\r\n\(headers)\r\n")
    return try await answer(isBodiless: method == "HEAD")
  }

  /// Sends a document.
  func post(_ query: String, token: String, headers: String = "") async throws {
    let body = #"{"query":"\#(query)"}"#
    try await send(
      "POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        + "authorization: Bearer \(token)\r\ncontent-length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }
}
