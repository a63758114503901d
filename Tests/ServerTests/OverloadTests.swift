import GraphQL
import HTTPTypes
import Postgres
import SampleData
import TestSupport
import Testing

@testable import Server

/// More requests than the database can answer.
@Suite(.serialized) struct OverloadTests {
  private static let database = Task { try await SchoolDatabase("overload", families: 1) }

  @Test("Requests that would wait for too long are refused within milliseconds, and unread; then service resumes")
  func shedding() async throws {
    let database = try await Self.database.value
    let configure: @Sendable (inout PoolConfiguration) -> Void = {
      $0.acquisitionTimeout = .seconds(4)
      $0.maxExpectedWait = .milliseconds(100)
      $0.fair.refill = nil
    }
    try await TestServer.run(on: database, configure: configure) { server in
      // Another query than those that wait: its answer is remembered.
      #expect(try await server.post("{ family { timeZone } }").status == .ok)
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

  private static let families = Task { try await SchoolDatabase("overload_shares", families: 30) }

  /// A query on a table that is held, with a text that no other has.
  private static func slowRequest(_ number: Int, _ token: String) -> String {
    let body = #"{"query":"{ family { quotes(where: {text: {contains: \"q\#(number)\"}}) { id } } }"}"#
    return "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test(
    "Families that send twelve slow requests at a time, each with a new text, hold up nobody else and are told why",
    arguments: [1, 2, 10])
  func hostileFamilies(count: Int) async throws {
    let database = try await Self.families.value
    let configure: @Sendable (inout PoolConfiguration) -> Void = {
      $0.size = 16
      $0.preferredSize = 4
      $0.acquisitionTimeout = .seconds(3)
      $0.maxExpectedWait = .milliseconds(500)
      $0.statementTimeout = .seconds(3)
    }
    try await TestServer.run(on: database, configure: configure) { server in
      let hostile = (0..<count).map { server.token(of: database.sample.accounts(of: $0)[0]) }
      let others = (count..<30).map { server.token(of: database.sample.accounts(of: $0)[0]) }
      func family(_ token: String) async throws -> TestServer.Answer {
        try await server.send(
          .post, "/graphql", headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
          body: #"{"query":"{ family { name students { name } } }"}"#, withToken: false)
      }
      for token in others.prefix(3) { #expect(try await family(token).status == .ok) }
      try await HeldTable.with("quotes", of: database) { table in
        var connections: [RawConnection] = []
        for (index, token) in hostile.enumerated() {
          for number in 0..<12 {
            let connection = try RawConnection(port: server.port)
            try await connection.send(Self.slowRequest(12 * index + number, token))
            connections.append(connection)
          }
        }
        // No more than this, whoever they are of, as long as nothing is known of their plans.
        try await table.untilWaiting(2)
        let start = ContinuousClock.now
        var asked = 0
        while ContinuousClock.now - start < .milliseconds(1500) {
          let sent = ContinuousClock.now
          #expect(try await family(others[asked % others.count]).status == .ok)
          #expect(ContinuousClock.now - sent < .seconds(1))
          asked += 1
        }
        #expect(asked >= 10)
        if count == 1 {
          // It has used up its time.
          let refusal = try await family(hostile[0])
          #expect(refusal.status == .tooManyRequests)
          #expect(refusal.headers[.retryAfter].flatMap { Int($0) }.map { $0 > 0 } == true)
          #expect(try refusal.json.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
          #expect(try refusal.json.at("errors", 0, "extensions", "limit")?.string == "databaseTime")
        }
        var limits: Set<String> = []
        for connection in connections {
          let error = try JSONValue(parsing: try await connection.answer().body).at("errors", 0, "extensions")
          limits.insert(error?["limit"]?.string ?? error?["code"]?.string ?? "none")
          if error?["limit"]?.string == "statementTime" { #expect(error?["maximum"] == .number("3000")) }
        }
        // Some come to wait too long before their family's time is used up, and among ten some turns never come.
        #expect(limits.subtracting(["UNAVAILABLE"]) == ["statementTime", "databaseTime"])
      }
    }
  }
}
