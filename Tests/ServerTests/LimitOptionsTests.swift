import ArgumentParser
import Gateway
import GraphQL
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import Server

/// The flags of limits, as far as the server.
@Suite struct LimitOptionsTests {
  private static let database = Task { try await SchoolDatabase("limit_options", families: 1) }

  private static func post(_ body: String, _ headers: String = "") -> String {
    "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      + "\(headers)\r\n\(body)"
  }

  @Test("Without flags there are limits of all kinds")
  func defaults() throws {
    let limits = try ConnectionOptions.parse([]).limits(bodySize: 1)
    let standard = RequestHandler.Limits(bodySize: 1)
    #expect(limits.headerSize == standard.headerSize)
    #expect(limits.headerCount == standard.headerCount)
    #expect(limits.arrivalTime == standard.arrivalTime)
    #expect(limits.idleTime == standard.idleTime)
    #expect(limits.answerTime == standard.answerTime)
    #expect(limits.sendTime == standard.sendTime)
    #expect(limits.totalSendTime == standard.totalSendTime)
    #expect(limits.firstByteTime == standard.firstByteTime)
    #expect(limits.leastSent == 60 * 4096)
    var configuration = PoolConfiguration(address: try DatabaseAddress("postgresql:///hatched"))
    try LoadOptions.parse([]).bound(&configuration)
    #expect(configuration.maxExpectedWait == .milliseconds(500))
    #expect(configuration.maxWaiters == 1024)
  }

  @Test(
    "A value that makes no sense is refused",
    arguments: [
      ["--max-header-size", "1023"], ["--max-header-size", "1048577"], ["--max-headers", "9"],
      ["--arrival-timeout", "0"], ["--idle-timeout", "3600001"], ["--send-timeout", "0"],
      ["--first-byte-timeout", "0"], ["--total-send-timeout", "0"], ["--request-timeout", "0"],
      ["--min-send-rate", "0"], ["--min-upload-rate", "0"],
    ])
  func connectionsRefused(_ arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try ConnectionOptions.parse(arguments) }
    #expect(error.map { ConnectionOptions.message(for: $0).contains("\(arguments[0]) must be between") } == true)
  }

  @Test("One account has at most three quarters of the connections to the database")
  func share() throws {
    #expect(try LoadOptions.parse([]).perViewer(poolSize: 16).concurrency == 12)
    #expect(try LoadOptions.parse([]).perViewer(poolSize: 100).concurrency == 20)
    #expect(try LoadOptions.parse([]).perViewer(poolSize: 1).concurrency == 1)
    #expect(try LoadOptions.parse(["--max-concurrent-per-viewer", "0"]).perViewer(poolSize: 16).concurrency == nil)
  }

  @Test(
    "A value of load that makes no sense is refused",
    arguments: [
      "--viewer-burst", "--address-burst", "--viewer-rate", "--address-rate", "--max-concurrent-per-viewer",
      "--max-concurrent-per-address", "--max-wait", "--max-waiting",
    ])
  func loadRefused(_ name: String) throws {
    // Without a place to wait no connection would ever be made.
    let value = name.hasSuffix("burst") || name == "--max-waiting" ? "0" : "1000001"
    let error = #expect(throws: (any Error).self) { try LoadOptions.parse([name, value]) }
    #expect(error.map { LoadOptions.message(for: $0).contains("\(name) must be between") } == true)
  }

  @Test("So many connections are open, and the one that is idle longest leaves for the next")
  func connections() async throws {
    try await RunningServer.run(on: try await Self.database.value.app, ["--max-connections", "2"]) { server in
      let health = "GET /health HTTP/1.1\r\nHost: h\r\n\r\n"
      let (first, second) = (try RawConnection(port: server.port), try RawConnection(port: server.port))
      for connection in [first, second, first] {
        try await connection.send(health)
        #expect(try await connection.answer().status == 200)
      }
      let third = try RawConnection(port: server.port)
      try await third.send(health)
      #expect(try await third.answer().status == 200)
      #expect(try await second.waitForEnd() == .orderly)
      try await first.send(health)
      #expect(try await first.answer().status == 200)
    }
  }

  @Test("Each flag reaches the server")
  func flags() async throws {
    let database = try await Self.database.value
    let options = [
      "--max-header-size", "1024", "--max-headers", "10", "--arrival-timeout", "700", "--idle-timeout", "900",
      "--request-timeout", "500", "--viewer-rate", "1", "--viewer-burst", "100", "--max-concurrent-per-viewer", "1",
      "--address-rate", "1", "--address-burst", "2", "--answer-memory", "0",
    ]
    try await RunningServer.run(on: database.app, options) { server in
      func status(_ request: String) async throws -> Int {
        let connection = try RawConnection(port: server.port)
        try await connection.send(request)
        return try await connection.answer().status
      }
      let token = "Authorization: Bearer \(try RunningServer.token(for: database))\r\n"
      let family = Self.post(#"{"query":"{ family { name } }"}"#, token)
      #expect(try await status(family) == 200)
      #expect(try await status(Self.post("{}", "X: \(String(repeating: "x", count: 1024))\r\n")) == 431)
      #expect(try await status(Self.post("{}", String(repeating: "X: y\r\n", count: 8))) == 431)
      #expect(try await status("POST /graphql HTTP/1.1\r\n") == 408)
      let idle = try RawConnection(port: server.port)
      #expect(try await idle.waitForEnd() == .orderly)
      try await HeldTable.with("families", of: database) { table in
        async let late = status(family)
        try await table.untilWaiting(1)
        #expect(try await status(family) == 429)
        #expect(try await late == 504)
      }
      var anonymous: [Int] = []
      for _ in 1...8 { anonymous.append(try await status(Self.post(#"{"query":"{ __typename }"}"#))) }
      #expect(anonymous.prefix(2) == [200, 200])
      #expect(anonymous.contains(429))
    }
  }
}
