import Foundation
import GraphQL
import SQL
import TestSupport
import Testing

@testable import Server

/// The threads that hash passwords are shared: `hatched serve` as a process, with hashes as costly as they are.
@Suite(.serialized) struct FairSignInTests {
  private static let database = Task { try await SchoolDatabase("fair_sign_in", families: 1) }
  private static let password = "a password that nobody guesses"
  /// A hash takes seconds where the library was built without optimization.
  private static let options = ["--request-timeout", "120000", "--client-address-header", "X-Forwarded-For"]

  private static func signIn(_ email: String, _ password: String = password) -> String {
    #"mutation { signIn(input: {email: \"\#(email)\", password: \"\#(password)\"}) { deviceToken } }"#
  }

  /// Sends a document from a network.
  private static func send(
    _ document: String, to server: RunningServer, from network: String
  ) async throws -> (status: Int, json: JSONValue) {
    let connection = try RawConnection(port: server.port)
    let body = #"{"query":"\#(document)"}"#
    try await connection.send(
      "POST /graphql HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: \(network)\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    while connection.received.isEmpty { _ = try await connection.receive(within: .seconds(120)) }
    let answer = try await connection.answer()
    return (answer.status, try JSONValue(parsing: answer.body))
  }

  private static func register(_ email: String, on server: RunningServer, from network: String) async throws {
    let document =
      #"mutation { register(input: {email: \"\#(email)\", password: \"\#(password)\", role: PARENT, name: \"Ada\"}) { deviceToken } }"#
    let answer = try await send(document, to: server, from: network)
    try #require(answer.json.at("data", "register", "deviceToken")?.string != nil, "\(answer.json)")
  }

  @Test("Five accounts that sign in without end, with right passwords, leave others their turn")
  func hostileAccounts() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, Self.options) { server in
      for number in 0..<5 {
        try await Self.register("hostile\(number)@example.org", on: server, from: "198.51.100.\(number)")
      }
      try await database.run("UPDATE sign_in_addresses SET confirmed_at = now()")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          group.addTask {
            while !Task.isCancelled {
              let network = "198.51.100.\(number % 5)"
              _ = try? await Self.send(Self.signIn("hostile\(number % 5)@example.org"), to: server, from: network)
            }
          }
        }
        try await Task.sleep(for: .seconds(2))
        let others = try await withThrowingTaskGroup(of: Int.self) { others in
          for number in 0..<14 {
            others.addTask {
              try await Self.send(Self.signIn("other\(number)@example.org"), to: server, from: "203.0.113.\(number)").status
            }
          }
          return try await others.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(others == Array(repeating: 200, count: 14))
        group.cancelAll()
      }
    }
  }

  @Test("Right passwords of one account are counted as well: after so many it has to wait, and others do not")
  func allowance() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, Self.options + ["--passwords-per-account", "10"]) { server in
      try await Self.register("often@example.org", on: server, from: "198.51.100.99")
      try await database.run("UPDATE sign_in_addresses SET confirmed_at = now()")
      for _ in 1...10 {
        let answer = try await Self.send(Self.signIn("often@example.org"), to: server, from: "198.51.100.99")
        #expect(answer.json.at("data", "signIn", "deviceToken")?.string != nil, "\(answer.json)")
      }
      let refused = try await Self.send(Self.signIn("often@example.org"), to: server, from: "198.51.100.98")
      #expect(refused.json.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
      #expect(refused.json.at("errors", 0, "extensions", "limit")?.string == "passwordHashes")
      #expect(refused.json.at("errors", 0, "extensions", "retryAfter") != nil)
      let other = try await Self.send(Self.signIn("another@example.org"), to: server, from: "198.51.100.99")
      #expect(other.json.at("errors", 0, "extensions", "code")?.string == "UNAUTHENTICATED")
    }
  }
}
