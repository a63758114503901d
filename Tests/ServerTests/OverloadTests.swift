import GraphQL
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import Server

/// More requests than the database can answer.
@Suite struct OverloadTests {
  private static let database = Task { try await SchoolDatabase("overload", families: 1) }

  @Test("Requests that would wait for too long are refused within milliseconds, and unread; then service resumes")
  func shedding() async throws {
    let database = try await Self.database.value
    let configure: @Sendable (inout PoolConfiguration) -> Void = {
      $0.acquisitionTimeout = .seconds(4)
      $0.maxExpectedWait = .milliseconds(100)
    }
    try await TestServer.run(on: database, configure: configure) { server in
      #expect(try await server.post("{ family { name } }").status == .ok)
      // As many as there are connections to the database.
      let connections = try (1...4).map { _ in try RawConnection(port: server.port) }
      try await HeldTable.with("families", of: database) { table in
        for connection in connections { try await connection.send(server.familyRequest) }
        try await table.untilWaiting(4)
        try await Task.sleep(for: .milliseconds(150))
        var longest = Duration.zero
        for number in 1...40 {
          let start = ContinuousClock.now
          let answer = try await server.send(
            .post, "/graphql", headers: [.contentType: "application/json"], body: "no JSON",
            withToken: number % 2 == 0)
          longest = max(longest, ContinuousClock.now - start)
          #expect(answer.status == .serviceUnavailable)
          #expect(answer.headers[.retryAfter] == "1")
          #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == "UNAVAILABLE")
        }
        // Less than any of them would wait.
        #expect(longest < .seconds(1))
        #expect(server.pool.statistics.shed == 40)
        #expect(server.pool.statistics.waiting == 0)
        #expect(try await server.send(.get, "/health", withToken: false).status == .ok)
        // Much to do is no reason to take a server out: its load would be others'.
        #expect(try await server.send(.get, "/ready", withToken: false).status == .ok)
      }
      for connection in connections { #expect(try await connection.answer().status == 200) }
      for _ in 1...10 { #expect(try await server.post("{ family { name } }").status == .ok) }
      // The check of readiness was one of them.
      #expect(server.pool.statistics.shed == 41)
    }
  }
}
