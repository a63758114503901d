import Foundation
import Glibc
import SampleData
import TestSupport
import Testing

/// A client in Python, written from the published descriptions of both transports, against a running server: see
/// Tests/Clients/streams.py.
@Suite struct StreamClientTests {
  private static let clients = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Clients")

  @Test("The client takes well-formed streams, and refuses others")
  func parsers() async throws {
    let end = try await ChildProcess.run(.python, Self.arguments("malformed_streams.py"))
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.output.contains("refused"))
  }

  @Test(
    "Changes, the end of the session and the end of the server reach the client", arguments: ["multipart", "sse"])
  func streams(_ transport: String) async throws {
    let database = try await SchoolDatabase("stream_clients_\(transport)", families: 1)
    let parents = database.demonstration.accounts.prefix(2)
    let tokens = try parents.map { try RunningServer.token(for: $0) }
    // 100 streams of one account are open when the server ends.
    let options = ["--stream-drain", "2", "--max-streams-per-viewer", "100", "--max-streams-per-address", "100"]
    try await RunningServer.run(on: database.app, options) { server in
      func watch<Result>(
        _ scenario: String, as viewer: Int, _ body: (ChildProcess) async throws -> Result
      ) async throws -> Result {
        let url = "http://127.0.0.1:\(server.port)/graphql"
        let environment = ["HATCHED_TOKEN": tokens[viewer], "HATCHED_OTHER_TOKEN": tokens[1 - viewer]]
        let arguments = Self.arguments("streams.py", url, transport, scenario)
        return try await ChildProcess.with(.python, arguments, environment: environment, body)
      }
      func expectGoodEnd(_ client: ChildProcess, _ output: String) async throws {
        let end = try await client.end(within: .seconds(40))
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output.hasSuffix(output), "\(end.output)")
      }
      try await watch("changes", as: 0) { try await expectGoodEnd($0, "changes, versions and notifications arrive\n") }
      try await watch("session", as: 1) { try await expectGoodEnd($0, "the session's end arrives\n") }
      try await watch("drain", as: 0) { client in
        try await client.wait(within: .seconds(20)) { try !client.isRunning || client.output.contains("watching") }
        let start = ContinuousClock.now
        server.process.send(signal: SIGTERM)
        try await expectGoodEnd(client, "all streams are told\n")
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(try await server.process.end(within: .seconds(10)).status == 0)
      }
    }
  }

  /// - Returns: those of Python for a script, which leaves nothing in its folder.
  private static func arguments(_ script: String, _ arguments: String...) -> [String] {
    ["-B", clients.appending(path: script).path] + arguments
  }
}
