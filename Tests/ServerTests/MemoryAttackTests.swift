import Foundation
import GraphQL
import SampleData
import TestSupport
import Testing

@testable import Server

/// Clients that ask for much and take nothing, on a server of its own.
@Suite(.serialized) struct MemoryAttackTests {
  private static let database = Task { try await SchoolDatabase("memory_attack", families: 3) }
  private static let budget = 32 << 20
  /// The server does other things meanwhile, copies what it writes, and its allocator keeps some.
  private static let tolerance = 48 << 20
  private static let options = [
    "--memory-budget", "\(budget)", "--viewer-rate", "0", "--max-concurrent-per-viewer", "0", "--address-rate", "0",
    "--max-concurrent-per-address", "0",
  ]

  /// The requests of an attack. Their sender reads nothing.
  struct Attack: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var count: Int
    var endsSending = false
    /// - Parameter token: nil for a stranger.
    var request: @Sendable (_ token: String?) -> String
    var hasToken = false
  }

  private static func post(_ query: String, _ token: String?, headers: String = "") -> String {
    let body = #"{"query":"\#(query)"}"#
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\(authorization)\(headers)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static let attacks = [
    Attack(testDescription: "strangers ask for much", count: 60) { post(LargeAnswer.query, $0) },
    Attack(testDescription: "somebody signed in asks for much", count: 24, request: { post(LargeAnswer.query, $0) },
      hasToken: true),
    Attack(
      testDescription: "the same, one request after the other, and nothing more to say", count: 12, endsSending: true,
      request: { String(repeating: post(LargeAnswer.query, $0), count: 20) }, hasToken: true),
    Attack(testDescription: "requests that do not end", count: 120) { _ in
      "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n"
        + String(repeating: " ", count: 1_048_000)
    },
    Attack(testDescription: "requests that wait for others", count: 40, endsSending: true) {
      post(LargeAnswer.query, $0)
        + String(
          repeating: "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000),
          count: 20)
    },
  ]

  @Test("Memory is bounded, and others are answered, while", arguments: attacks)
  func attack(_ attack: Attack) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, Self.options) { server in
      let victim = try RunningServer.token(for: database.sample.parentAccount(of: 1))
      let token = attack.hasToken ? try RunningServer.token(for: database) : nil
      for _ in 1...20 { #expect(try await server.post("{ family { name } }", token: victim).status == 200) }
      let before = try server.process.mostResidentBytes
      let request = attack.request(token)
      let attackers = try (1...attack.count).map { _ in try RawConnection(port: server.port, receiveBuffer: 4096) }
      for (number, connection) in attackers.enumerated() {
        // One that is ended meanwhile cannot send all.
        _ = try? await connection.send(Array(request.utf8), stallsAfter: .milliseconds(50))
        if attack.endsSending { connection.endSending() }
        if number % 10 == 9 { #expect(try await server.post("{ family { name } }", token: victim).status == 200) }
      }
      try await Task.sleep(for: .seconds(2))
      for _ in 1...20 {
        let answer = try await server.post("{ family { name } }", token: victim)
        #expect(answer.status == 200)
        #expect(answer.json["errors"] == nil)
      }
      let growth = try server.process.mostResidentBytes - before
      #expect(growth < Self.budget + Self.tolerance, "\(growth >> 20) MiB")
      for connection in attackers { connection.close() }
    }
  }
}
