import Gateway
import GraphQL
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import Server

/// A client that sends too much is told that it does, and others are not held up.
@Suite(.serialized) struct ThrottleOverHTTPTests {
  private static let database = Task { try await SchoolDatabase("throttle", families: 1) }
  private static let unlimited = ThrottleLimits(rate: nil, burst: 1, concurrency: nil)

  private func withServer(
    perViewer: ThrottleLimits = unlimited, perNetwork: ThrottleLimits = unlimited,
    _ body: @escaping @Sendable (TestServer, SchoolDatabase) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    try await TestServer.run(
      on: database, clientAddressHeader: "x-forwarded-for",
      throttle: RequestThrottle(perViewer: perViewer, perNetwork: perNetwork)) { try await body($0, database) }
  }

  private static let forwarded = HTTPField.Name("X-Forwarded-For")!  // A name of letters and hyphens.

  /// Sends a request until it is refused for being one too many.
  /// - Returns: how many were let through before it, and the refusal.
  private func exhaust(
    _ ask: () async throws -> TestServer.Answer
  ) async throws -> (count: Int, refusal: TestServer.Answer) {
    for count in 0..<200 {
      let answer = try await ask()
      if answer.status == .tooManyRequests { return (count, answer) }
    }
    Issue.record("nothing was refused")
    return (200, try await ask())
  }

  private func anonymous(
    _ server: TestServer, from address: String, token: String? = nil
  ) async throws -> TestServer.Answer {
    var headers: HTTPFields = [.contentType: "application/json", Self.forwarded: address]
    if let token { headers[.authorization] = "Bearer \(token)" }
    return try await server.send(
      .post, "/graphql", headers: headers, body: #"{"query":"{ __typename }"}"#, withToken: false)
  }

  @Test("A viewer that sends more than the burst gets 429, with a code and when to come again, before its body is read")
  func viewer() async throws {
    try await withServer(perViewer: ThrottleLimits(rate: 1, burst: 5, concurrency: nil)) { server, _ in
      let start = ContinuousClock.now
      let (count, refusal) = try await exhaust { try await server.post("{ __typename }") }
      let seconds = Int((ContinuousClock.now - start).components.seconds)
      #expect((5...(6 + seconds)).contains(count))
      #expect(refusal.headers[.retryAfter] == "1")
      #expect(refusal.headers[.contentType] == "application/json; charset=utf-8")
      let error = try refusal.json.at("errors", 0, "extensions")
      #expect(error?["code"]?.string == "LIMIT_EXCEEDED")
      #expect(error?["limit"]?.string == "requestsPerViewer")
      #expect(error?["maximum"] == .number("1"))
      #expect(error?["retryAfter"] == .number("1"))
      let unread = try await exhaust {
        try await server.send(.post, "/graphql", headers: [.contentType: "application/json"], body: "no JSON")
      }
      #expect(unread.count <= 2)
      // Others are not held up, and neither is who waits.
      #expect(try await anonymous(server, from: "203.0.113.7").status == .ok)
      try await Task.sleep(for: .milliseconds(1100))
      #expect(try await server.post("{ __typename }").status == .ok)
    }
  }

  @Test("What has no session is counted by its network, and so is a token that is not valid; sessions are not")
  func network() async throws {
    try await withServer(perNetwork: ThrottleLimits(rate: 1, burst: 5, concurrency: nil)) { server, _ in
      let (_, refusal) = try await exhaust { try await anonymous(server, from: "2001:db8:1:2::1") }
      #expect(try refusal.json.at("errors", 0, "extensions", "limit")?.string == "requestsPerAddress")
      // 56 bits are one network.
      let same = try await exhaust { try await anonymous(server, from: "2001:db8:1:ff:ffff::9") }
      #expect(same.count <= 2)
      #expect(try await anonymous(server, from: "2001:db8:1:102::1").status == .ok)
      #expect(try await anonymous(server, from: "203.0.113.7").status == .ok)
      let guessed = try await exhaust { try await anonymous(server, from: "203.0.113.8", token: "guessed") }
      #expect(guessed.count >= 5)
      for _ in 1...20 {
        let answer = try await server.post("{ __typename }", headers: [Self.forwarded: "203.0.113.8"])
        #expect(answer.status == .ok)
      }
      #expect(try await server.send(.get, "/health", withToken: false).status == .ok)
    }
  }

  @Test("So many requests of a viewer are answered at a time, and the next when one of them was")
  func concurrency() async throws {
    try await withServer(perViewer: ThrottleLimits(rate: nil, burst: 1, concurrency: 2)) { server, database in
      let connections = try (1...2).map { _ in try RawConnection(port: server.port) }
      try await HeldTable.with("families", of: database) { table in
        for connection in connections { try await connection.send(server.familyRequest) }
        try await table.untilWaiting(2)
        let refusal = try await server.post("{ __typename }")
        #expect(refusal.status == .tooManyRequests)
        #expect(refusal.headers[.retryAfter] == "1")
        #expect(try refusal.json.at("errors", 0, "extensions", "limit")?.string == "concurrentRequestsPerViewer")
        #expect(try refusal.json.at("errors", 0, "extensions", "maximum") == .number("2"))
        #expect(try await anonymous(server, from: "203.0.113.7").status == .ok)
      }
      for connection in connections { #expect(try await connection.answer().status == 200) }
      for _ in 1...5 { #expect(try await server.post("{ family { name } }").status == .ok) }
    }
  }

  @Test("An answer that is not taken counts as a request that is answered, until it is, or its connection ends")
  func untakenAnswer() async throws {
    try await withServer(perViewer: ThrottleLimits(rate: nil, burst: 1, concurrency: 1)) { server, _ in
      for isRead in [true, false] {
        let slow = try RawConnection(port: server.port, receiveBuffer: 1 << 16)
        try await slow.send(server.request(LargeAnswer.query))
        _ = try await slow.receive(maximum: 1)
        let refusal = try await server.post("{ __typename }")
        #expect(try refusal.json.at("errors", 0, "extensions", "limit")?.string == "concurrentRequestsPerViewer")
        if isRead { #expect(try await slow.answer().body.count > LargeAnswer.size) } else { slow.reset() }
        try await ScriptedConnection.eventually { try await server.post("{ __typename }").status == .ok }
      }
    }
  }

  @Test("A request that was refused, malformed or ended by its client is over")
  func ends() async throws {
    try await withServer(perViewer: ThrottleLimits(rate: nil, burst: 1, concurrency: 1)) { server, database in
      for _ in 1...3 {
        let answer = try await server.send(.post, "/graphql", headers: [.contentType: "application/json"], body: "{")
        #expect(answer.status == .badRequest)
      }
      try await HeldTable.with("families", of: database) { table in
        let connection = try RawConnection(port: server.port)
        try await connection.send(server.familyRequest)
        try await table.untilWaiting(1)
        #expect(try await server.post("{ __typename }").status == .tooManyRequests)
        connection.reset()
        try await table.untilWaiting(0)
      }
      #expect(try await server.post("{ family { name } }").status == .ok)
    }
  }
}
