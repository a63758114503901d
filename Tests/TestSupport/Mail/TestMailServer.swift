import Foundation

/// A mail server in Python, as a process: see Tests/Clients/mail_server.py. `scripts/test` makes the environment that has it.
package final class TestMailServer: Sendable {
  package struct NotStarted: Error {
    package let output: String
  }

  package static let absence = "HATCHED_TEST_PYTHON_MAIL is not set: scripts/test sets it where PyPI is reachable"
  package static let isThere = python != nil

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_MAIL"].map { $0 + "/bin/python3" }
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Clients/mail_server.py").standardized.path

  package let port: Int
  private let record: String
  private let process: Process
  /// The server ends once this is closed, however the tests end.
  private let input: Pipe

  /// Runs `body` with a server, which is gone afterwards.
  package static func with<Result>(
    _ options: [String] = [], _ body: (TestMailServer) async throws -> Result
  ) async throws -> Result {
    let record = FileManager.default.temporaryDirectory.appending(path: "hatched-mail-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: record) }
    let server = try TestMailServer(options, record: record)
    defer { server.kill() }
    return try await body(server)
  }

  /// Starts a server that writes on into the same record.
  /// - Parameter port: 0 for a free one.
  package init(_ options: [String], record: String, port: Int = 0) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.python ?? "/usr/bin/false")
    process.arguments = [Self.script, "--record", record, "--port", "\(port)"] + options
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
    self.record = record
    self.process = process
  }

  /// What a machine without power does.
  package func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Another one in the place of one that was killed.
  package func again(_ options: [String] = []) throws -> TestMailServer {
    try TestMailServer(options, record: record, port: port)
  }

  package var url: String { "smtp://localhost:\(port)" }

  /// The mails that it has taken.
  package var received: [ReceivedMail] {
    get throws {
      guard let data = FileManager.default.contents(atPath: record) else { return [] }
      return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(ReceivedMail.self, from: $0) }
    }
  }
}

/// A mail as the server got it.
package struct ReceivedMail: Decodable, Sendable {
  package let from: String
  package let to: [String]
  package let greeting: String
  package let encrypted: Bool
  package let user: String?
  package let connection: Int
  private let content: Data

  /// The whole text, with its headers.
  package var text: String { String(decoding: content, as: UTF8.self) }

  /// A header, unfolded; nil where it is missing.
  package func header(_ name: String) -> String? {
    let head = text.prefix(upTo: text.range(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
    let lines = String(head).replacing("\r\n ", with: " ").split(separator: "\r\n")
    let values = lines.filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
    return values.count == 1 ? values[0].dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) : nil
  }
}
