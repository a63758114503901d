import Foundation
import Synchronization

/// A program that runs beside the test until it is ended, or killed. Its environment is what it is given and nothing
/// else; what it writes goes to a file.
final class ChildProgram: Sendable {
  struct StillRunning: Error, CustomStringConvertible {
    let description: String
  }

  private let process: Process
  private let log: URL

  /// - Parameter command: the path of the program, and its arguments.
  init(_ command: [String], environment: [String: String] = [:], log: URL) throws {
    self.log = log
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let output = try FileHandle(forWritingTo: log)
    try output.seekToEnd()
    process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  /// The exit status, once it has ended.
  var status: Int32 { process.terminationStatus }

  /// The output of the program, and of earlier programs that wrote to the same file.
  var output: String { get throws { String(decoding: try Data(contentsOf: log), as: UTF8.self) } }

  func send(signal: Int32) { if isRunning { kill(identifier, signal) } }

  /// Ends it, whatever it does.
  func end(by signal: Int32 = SIGKILL) {
    send(signal: signal)
    process.waitUntilExit()
  }

  /// Waits until it has ended by itself.
  /// - Throws: ``StillRunning``.
  func ended(within limit: Duration) async throws {
    let deadline = ContinuousClock.now + limit
    while isRunning {
      guard .now < deadline else { throw StillRunning(description: try output) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// How much of the machine's memory it has, in bytes.
  var residentBytes: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
  }

  /// How many files and connections it has open.
  var descriptorCount: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count }
  }
}
