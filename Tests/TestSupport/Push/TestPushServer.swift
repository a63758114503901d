import Foundation

/// A server in Python that stands for APNs and FCM, as a process: see Tests/Clients/push_server.py. `scripts/test` makes the
/// environment that has its packages.
package final class TestPushServer: Sendable {
  package struct NotStarted: Error {
    package let output: String
  }

  package static let absence = "HATCHED_TEST_PYTHON_PUSH is not set: scripts/test sets it where PyPI is reachable"
  package static let isThere = python != nil

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_PUSH"].map { $0 + "/bin/python3" }
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Clients/push_server.py").standardized.path

  package let port: Int
  /// The file with the authority that certifies the server.
  package let authorities: String
  private let record: String
  private let process: Process
  /// The server ends once this is closed, however the tests end.
  private let input: Pipe

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
      let server = try TestPushServer(all, certificates, port: 0)
      defer { server.kill() }
      return try await body(server)
    }
  }

  private init(_ options: [String], _ certificates: Certificates, port: Int) throws {
    let process = Process()
    let output = Pipe()
    record = certificates.file("record")
    authorities = certificates.file("root.crt")
    process.executableURL = URL(filePath: Self.python ?? "/usr/bin/false")
    process.arguments = [
      Self.script, "--record", record, "--port", "\(port)", "--certificate", certificates.file("server.crt"), "--key",
      certificates.file("server.key"),
    ] + options
    process.environment = ["PYTHONDONTWRITEBYTECODE": "1"]
    input = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let match = text.wholeMatch(of: /port (\d+)\n/), let port = Int(match.1) else { throw NotStarted(output: text) }
    self.port = port
    self.process = process
  }

  /// What a machine without power does.
  package func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  package var url: String { "https://localhost:\(port)" }

  /// The messages that it has taken, and the access tokens that it has handed out, in their order.
  package var received: [ReceivedPush] {
    get throws {
      guard let data = FileManager.default.contents(atPath: record) else { return [] }
      return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(ReceivedPush.self, from: $0) }
    }
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
