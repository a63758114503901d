import Foundation

/// A server in Python that stands for APNs and FCM, as a process: see Tests/Clients/push_server.py. `scripts/test` makes the
/// environment that has its packages.
package final class TestPushServer: Sendable {
  package static let absence = "HATCHED_TEST_PYTHON_PUSH is not set: scripts/test sets it where PyPI is reachable"
  package static let isThere = python != nil

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_PUSH"].map { $0 + "/bin/python3" }
  /// The file with the authority that certifies the server.
  package let authorities: String
  private let server: RecordingServer

  /// Runs `body` with a server, which is gone afterwards.
  /// - Parameter keys: the texts of files that options name, such as `--apns-key`.
  package static func with<Result>(
    _ options: [String] = [], keys: [String: String] = [:], _ body: (TestPushServer) async throws -> Result
  ) async throws -> Result {
    try await Certificates.with { certificates in
      var all = options
      for (option, text) in keys {
        let file = certificates.file("push" + option)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        all += [option, file]
      }
      let server = try TestPushServer(all, certificates)
      defer { server.kill() }
      return try await body(server)
    }
  }

  private init(_ options: [String], _ certificates: Certificates) throws {
    authorities = certificates.file("root.crt")
    server = try RecordingServer(
      "push_server.py", python: Self.python, record: certificates.file("record"), port: 0,
      ["--certificate", certificates.file("server.crt"), "--key", certificates.file("server.key")] + options)
  }

  package var port: Int { server.port }

  package func kill() { server.kill() }

  package var url: String { "https://localhost:\(port)" }

  /// The messages that it has taken, and the access tokens that it has handed out, in their order.
  package var received: [ReceivedPush] {
    get throws { try server.received(as: ReceivedPush.self) }
  }

  /// How many messages it has taken more than once.
  package var duplicates: Int {
    get throws {
      let ids = try received.map(\.id)
      return ids.count - Set(ids).count
    }
  }
}

/// A message as the server got it.
package struct ReceivedPush: Decodable, Sendable {
  /// `apns`, `fcm`, or `grant` for an access token.
  package let service: String
  package let id: String
  package let device: String
  package let authorization: String
  package let connection: Int
  /// Those of APNs.
  package let headers: [String: String]
  package let body: String
}
