import Foundation
import Postgres

/// `hatched serve` as a process, which a test may kill and start again on the same port.
final class GatewayProcess: Sendable {
  /// Without a comma, which separates secrets.
  static let secret = "a secret of the tests that is long enough"

  let program: ChildProgram
  let port: Int

  /// Starts it, and waits until it listens.
  /// - Parameters:
  ///   - folder: for its log.
  ///   - port: 0 for a free one.
  static func start(
    on address: DatabaseAddress, in folder: URL, port: Int = 0, _ options: [String] = [],
    environment: [String: String] = [:]
  ) async throws -> GatewayProcess {
    var environment = environment
    environment["DATABASE_URL"] = "\(address)"
    environment["HATCHED_TOKEN_SECRETS"] = secret
    environment["HATCHED_FILES_FOLDER"] = folder.appending(path: "files").path
    // Few viewers have the load of many.
    let unthrottled = ["--viewer-rate", "0", "--max-concurrent-per-viewer", "0", "--database-time-rate", "0"]
    let command = [try Machine.hatched, "serve", "--port", "\(port)"] + unthrottled + options
    let log = folder.appending(path: "gateway-\(UUID().uuidString)")
    let program = try ChildProgram(command, environment: environment, log: log)
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let lines = try program.output
      let listening = lines.split(separator: "\n").first { $0.contains("listening") }
      if let match = listening?.firstMatch(of: /127\.0\.0\.1:(\d+)/), let port = Int(match.output.1) {
        return GatewayProcess(program: program, port: port)
      }
      guard program.isRunning, .now < deadline else {
        program.end()
        throw Machine.Failed(description: "the gateway did not start: \(lines)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private init(program: ChildProgram, port: Int) {
    self.program = program
    self.port = port
  }

  deinit { program.end() }

  /// Session tokens of the first parents of the sample's families.
  static func tokens(families: Int, seed: UInt64) throws -> [String] {
    let arguments = "--sample-families \(families) --seed \(seed)"
    return try Machine.run("HATCHED_TOKEN_SECRETS='\(secret)' '\(Machine.hatched)' token \(arguments)")
      .split(separator: "\n").map(String.init)
  }
}
