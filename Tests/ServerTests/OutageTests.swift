import GraphQL
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import Server

/// A database that goes away and comes back.
@Suite struct OutageTests {
  @Test("Answers 503 in time while the database is down, and recovers without a restart")
  func outage() async throws {
    let database = try await SchoolDatabase("outage", families: 1)
    try await TestServer.run(on: database) { server in
      #expect(try await server.post("{ family { name } }").status == .ok)

      try await database.administer("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false")
      try await database.administer(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database.name)'")
      let start = ContinuousClock.now
      let down = try await server.post("{ family { name } }")
      #expect(down.status == .serviceUnavailable)
      #expect(down.headers[.retryAfter] == "1")
      #expect(
        try JSONValue(parsing: Array(down.text.utf8)).at("errors", 0, "extensions", "code")?.string == "UNAVAILABLE")
      #expect(start.duration(to: .now) < .seconds(5))
      #expect(try await server.send(.get, "/ready", withToken: false).status == .serviceUnavailable)
      #expect(try await server.send(.get, "/health", withToken: false).status == .ok)

      try await database.administer("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS true")
      var answer = try await server.post("{ family { name } }")
      // New connections are tried again after a pause that grows while the database is down.
      for _ in 1...50 where answer.status != .ok {
        try await Task.sleep(for: .milliseconds(100))
        answer = try await server.post("{ family { name } }")
      }
      #expect(answer.status == .ok)
      #expect(try await server.send(.get, "/ready", withToken: false).status == .ok)
    }
  }
}
