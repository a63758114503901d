import GraphQL
import HTTPTypes
import NIOCore
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// Requests that take too long, or that nobody waits for any more: their statements are cancelled.
@Suite(.serialized) struct RequestTimeTests {
  private static let database = Task { try await SchoolDatabase("request_time", families: 1) }
  private static let limits = RequestHandler.Limits(bodySize: 1 << 20, answerTime: .milliseconds(400))

  private func withServer(
    _ limits: RequestHandler.Limits, _ body: @escaping @Sendable (TestServer, SchoolDatabase) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    try await TestServer.run(on: database, limits: limits) { try await body($0, database) }
  }

  /// The processes that serve the gateway's connections.
  private static func backends(of database: SchoolDatabase) async throws -> [Int32?] {
    let rows = try await database.run(
      """
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'hatched_app' ORDER BY pid
      """)
    return (0..<rows.count).map { rows.int4(row: $0, column: 0) }
  }

  @Test("A query that takes too long is cancelled in PostgreSQL and answered by 504; its connection serves the next")
  func lateQuery() async throws {
    try await withServer(Self.limits) { server, database in
      #expect(try await server.post("{ family { name } }").status == .ok)
      let before = try await Self.backends(of: database)
      try await HeldTable.with("families", of: database) { table in
        let start = ContinuousClock.now
        // The query differs from the one before, whose answer is remembered.
        let answer = try await server.post("{ family { timeZone } }")
        #expect((.milliseconds(390)...(.seconds(3))).contains(ContinuousClock.now - start))
        #expect(answer.status == .gatewayTimeout)
        let error = try answer.json.at("errors", 0, "extensions")
        #expect(error?["code"]?.string == "LIMIT_EXCEEDED")
        #expect(error?["limit"]?.string == "requestTime")
        try await table.untilWaiting(0)
      }
      // PostgreSQL has ended the statement before the server has read that.
      for _ in 0..<500 where server.pool.statistics.leased > 0 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(try await server.post("{ family { name } }").status == .ok)
      let after = try await Self.backends(of: database)
      #expect(after == before)
      #expect(server.pool.statistics.failedConnects == 0)
    }
  }

  @Test("Of a mutation's fields, one that takes too long changes nothing, and those before it stand")
  func lateMutation() async throws {
    try await withServer(Self.limits) { server, database in
      let mutation = """
        mutation {
          first: createSubject(input: {name: "Rhetoric"}) { subject { name } }
          second: createQuote(input: {text: "Never too late"}) { quote { id } }
          third: createSubject(input: {name: "Heraldry"}) { subject { name } }
        }
        """
      let answer = try await HeldTable.with("quotes", of: database) { table in
        let answer = try await server.post(mutation)
        try await table.untilWaiting(0)
        return answer
      }
      #expect(answer.status == .ok)
      #expect(try answer.json.at("data", "first", "subject", "name")?.string == "Rhetoric")
      for (index, field) in ["second", "third"].enumerated() {
        #expect(try answer.json.at("data", .key(field)) == .null)
        #expect(try answer.json.at("errors", .index(index), "path", 0)?.string == field)
        #expect(try answer.json.at("errors", .index(index), "extensions", "code")?.string == "LIMIT_EXCEEDED")
      }
      let counts = try await database.run(
        """
        SELECT (SELECT count(*) FROM quotes WHERE text = 'Never too late')::int,
          (SELECT count(*) FROM subjects WHERE name = 'Rhetoric')::int,
          (SELECT count(*) FROM subjects WHERE name = 'Heraldry')::int
        """)
      #expect((0..<3).map { counts.int4(row: 0, column: $0) } == [0, 1, 0])
    }
  }

  enum HangUp: CaseIterable {
    case close, reset
  }

  @Test("The statements of a client that hangs up are cancelled in PostgreSQL", arguments: HangUp.allCases)
  func hangUp(_ way: HangUp) async throws {
    try await withServer(RequestHandler.Limits(bodySize: 1 << 20, answerTime: .seconds(30))) { server, database in
      try await HeldTable.with("families", of: database) { table in
        let connection = try RawConnection(port: server.port)
        try await connection.send(server.familyRequest)
        try await table.untilWaiting(1)
        switch way {
        case .close: connection.close()
        case .reset: connection.reset()
        }
        try await table.untilWaiting(0)
      }
      #expect(try await server.post("{ family { name } }").status == .ok)
      #expect(server.pool.statistics.failedConnects == 0)
    }
  }
}
