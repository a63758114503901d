import Foundation

/// A mail server in Python, as a process: see Tests/Clients/mail_server.py. `scripts/test` makes the environment that has it.
package final class TestMailServer: Sendable {
  package static let absence = "HATCHED_TEST_PYTHON_MAIL is not set: scripts/test sets it where PyPI is reachable"
  package static let isThere = python != nil

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_MAIL"].map { $0 + "/bin/python3" }
  private let record: String
  private let server: RecordingServer

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
    self.record = record
    server = try RecordingServer("mail_server.py", python: Self.python, record: record, port: port, options)
  }

  package var port: Int { server.port }

  package func kill() { server.kill() }

  /// Another one in the place of one that was killed.
  package func again(_ options: [String] = []) throws -> TestMailServer {
    try TestMailServer(options, record: record, port: port)
  }

  package var url: String { "smtp://localhost:\(port)" }

  /// The mails that it has taken.
  package var received: [ReceivedMail] {
    get throws { try server.received(as: ReceivedMail.self) }
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
