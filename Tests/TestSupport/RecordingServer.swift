import Foundation

/// A server in Python, as a process, that writes a line of JSON for each message that it takes: see Tests/Clients.
final class RecordingServer: Sendable {
  struct NotStarted: Error {
    let output: String
  }

  let port: Int
  private let record: String
  private let process: Process
  /// The server ends once this is closed, however the tests end.
  private let input: Pipe

  /// - Parameters:
  ///   - script: its name in Tests/Clients.
  ///   - python: nil where there is none: then the server does not start.
  ///   - record: the file that it appends to.
  ///   - port: 0 for a free one.
  /// - Throws: ``NotStarted``.
  init(_ script: String, python: String?, record: String, port: Int, _ options: [String]) throws {
    let process = Process()
    let output = Pipe()
    let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Clients")
    process.executableURL = URL(filePath: python ?? "/usr/bin/false")
    process.arguments = [clients.appending(path: script).standardized.path, "--record", record, "--port", "\(port)"] + options
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

  /// Ends it at once, as a machine that loses its power.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The messages that it has taken, in their order.
  func received<Message: Decodable>(as type: Message.Type) throws -> [Message] {
    guard let data = FileManager.default.contents(atPath: record) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
  }
}
