import GraphQL
import SampleData
import TestSupport
import Testing

@testable import Server

/// The connections and streams that some networks leave to others: `hatched serve` as a process, and clients at
/// loopback addresses of their own.
@Suite(.serialized) struct FairConnectionsTests {
  private static let database = Task { try await SchoolDatabase("fair_connections", families: 32) }
  /// 27 accounts with 8 streams each are more than there are connections.
  private static let options = ["--max-connections", "200", "--admin-address", "127.0.0.1:0"]
  private static let networks = 14

  /// The address of a hostile network, or of another one.
  private static func hostile(_ number: Int) -> UInt32 { UInt32(1 + number % networks) << 8 | 1 }
  private static func other(_ number: Int) -> UInt32 { UInt32(100 + number) << 8 | 1 }

  private static func post(_ document: String, _ token: String, accept: String = "application/json") -> String {
    let body = "{\"query\":\"\(document)\"}"
    return "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAccept: \(accept)\r\n"
      + "Authorization: Bearer \(token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static let stream = "subscription { live { family { name } } }"

  /// One request on a connection of its own.
  private static func status(_ request: String, port: Int, from source: UInt32) async throws -> Int {
    let connection = try RawConnection(port: port, from: source)
    try await connection.send(request)
    return try await connection.answer().status
  }

  /// Others are answered, and the server tells its health on both ports.
  private static func expectService(_ server: RunningServer, _ tokens: [String]) async throws {
    for (number, token) in tokens.enumerated() {
      let start = ContinuousClock.now
      #expect(try await status(post("{ family { name } }", token), port: server.port, from: other(number)) == 200)
      #expect(try await status(ScriptedConnection.get("/health"), port: server.port, from: other(number)) == 200)
      #expect(try await status(ScriptedConnection.get("/health"), port: server.port, from: hostile(number)) == 200)
      #expect(try await status(ScriptedConnection.get("/health"), port: try server.adminPort, from: 1) == 200)
      #expect(ContinuousClock.now - start < .seconds(4))
    }
  }

  /// - Returns: tokens of 27 hostile accounts, and of some others.
  private static func tokens(_ database: SchoolDatabase) throws -> (hostile: [String], others: [String]) {
    let all = try (0..<32).map { try RunningServer.token(for: database.sample.accounts(of: $0)[0]) }
    return (Array(all.prefix(27)), Array(all.suffix(5)))
  }

  @Test("Idle streams of many accounts in fourteen networks have a share of the connections, and others are answered")
  func streams() async throws {
    let database = try await Self.database.value
    let (hostile, others) = try Self.tokens(database)
    try await RunningServer.run(on: database.app, Self.options) { server in
      var clients: [StreamClient] = []
      for (index, token) in hostile.enumerated() {
        for _ in 0..<8 {
          let client = try StreamClient(port: server.port, from: Self.hostile(index))
          try await client.connection.send(Self.post(Self.stream, token, accept: "text/event-stream"))
          _ = try await client.connection.answer()
          clients.append(client)
        }
      }
      // Half of the connections.
      let metrics = try await server.admin("/metrics").text
      #expect(metrics.contains("hatched_streams{transport=\"sse\"} 100\n"), "\(metrics)")
      try await Self.expectService(server, others)
      // Others find a place for their streams, and the one that leaves is told why.
      var own: [StreamClient] = []
      for (number, token) in others.enumerated() {
        let client = try StreamClient(port: server.port, from: Self.other(number))
        try await client.connection.send(Self.post(Self.stream, token, accept: "text/event-stream"))
        #expect(try await client.connection.answer().status == 200)
        own.append(client)
      }
      for client in own {
        while !client.body.contains("family") { try #require(try await client.connection.receive() > 0) }
      }
      var displaced = 0
      for client in clients {
        _ = try? await client.connection.receive(within: .milliseconds(5))
        if client.body.contains("LIMIT_EXCEEDED") { displaced += 1 }
      }
      #expect(displaced >= others.count)
      for client in own + clients { client.connection.close() }
    }
  }

  @Test(
    "Connections on which nothing comes to an end leave for others",
    arguments: [
      "", "POST /graphql HTTP/1.1\r\nHost: h\r\n",
      "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
      "GET /health HTTP/1.1\r\nHost: h\r\n\r\n",
    ])
  func trickle(_ beginning: String) async throws {
    let database = try await Self.database.value
    let (_, others) = try Self.tokens(database)
    try await RunningServer.run(on: database.app, Self.options) { server in
      var connections: [RawConnection] = []
      for number in 0..<500 {
        let connection = try RawConnection(port: server.port, from: Self.hostile(number))
        try await connection.send(beginning)
        connections.append(connection)
      }
      // With all that there may be at the admin address, too.
      for _ in 0..<100 {
        let connection = try RawConnection(port: try server.adminPort)
        try await connection.send(beginning)
        connections.append(connection)
      }
      try await Self.expectService(server, others)
      for connection in connections { connection.close() }
    }
  }

  @Test("A network with all connections that it may have is told the server's health, and nothing else")
  func guests() async throws {
    let database = try await Self.database.value
    let (_, others) = try Self.tokens(database)
    try await RunningServer.run(on: database.app, ["--max-connections-per-address", "20"]) { server in
      let connections = try (0..<40).map { _ in try RawConnection(port: server.port, from: Self.hostile(0)) }
      let health = ScriptedConnection.get("/health")
      #expect(try await Self.status(health, port: server.port, from: Self.hostile(0)) == 200)
      #expect(try await Self.status(ScriptedConnection.get("/ready"), port: server.port, from: Self.hostile(0)) == 200)
      let family = Self.post("{ family { name } }", others[0])
      #expect(try await Self.status(family, port: server.port, from: Self.hostile(0)) == 429)
      #expect(try await Self.status(family, port: server.port, from: Self.other(0)) == 200)
      for connection in connections { connection.close() }
    }
  }

  @Test("Behind a proxy the clients that it names share the connections")
  func proxy() async throws {
    let database = try await Self.database.value
    let (hostile, others) = try Self.tokens(database)
    let options = Self.options + ["--client-address-header", "X-Forwarded-For", "--max-streams-per-address", "200"]
    func from(_ network: String, _ request: String) -> String {
      request.replacing("Host: h\r\n", with: "Host: h\r\nX-Forwarded-For: \(network)\r\n")
    }
    try await RunningServer.run(on: database.app, options) { server in
      var clients: [StreamClient] = []
      // All in one IPv6 network of 56 bits.
      for (index, token) in hostile.enumerated() {
        for number in 0..<8 {
          let client = try StreamClient(port: server.port)
          let address = "2001:db8:0:1\(String(index % 16, radix: 16))0::\(number + 1)"
          try await client.connection.send(from(address, Self.post(Self.stream, token, accept: "text/event-stream")))
          _ = try await client.connection.answer()
          clients.append(client)
        }
      }
      for (number, token) in others.enumerated() {
        let address = "198.51.100.\(number + 1)"
        let stream = try StreamClient(port: server.port)
        try await stream.connection.send(from(address, Self.post(Self.stream, token, accept: "text/event-stream")))
        #expect(try await stream.connection.answer().status == 200)
        #expect(try await Self.status(from(address, Self.post("{ family { name } }", token)), port: server.port, from: 1) == 200)
        #expect(try await Self.status(ScriptedConnection.get("/health"), port: server.port, from: 1) == 200)
        clients.append(stream)
      }
      for client in clients { client.connection.close() }
    }
  }
}
