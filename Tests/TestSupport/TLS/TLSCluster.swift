import Foundation
package import Postgres

/// A throwaway PostgreSQL that speaks TLS on a port of 127.0.0.1, and nothing else there. It ends with the tests.
package struct TLSCluster: Sendable {
  package static let shared = Task { try await TLSCluster() }

  package struct NotStarted: Error {
    package let output: String
  }

  package let port: Int
  /// Has the socket, and certificates with their keys: see the script `certificates`.
  package let folder: String
  private let process: Process
  /// The script stops the cluster once this is closed, however the tests end.
  private let standardInput: Pipe

  private init() async throws {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", Self.script("cluster")]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line: String = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while !text.contains("\n") {
          let data = output.fileHandleForReading.availableData
          if data.isEmpty { break }
          text += String(decoding: data, as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
    guard let match = line.wholeMatch(of: /ready (\d+) (\S+)\n/), let port = Int(match.output.1) else {
      throw NotStarted(output: line)
    }
    self.port = port
    folder = String(match.output.2)
    self.process = process
    standardInput = input
  }

  /// An address of the port.
  /// - Parameters:
  ///   - host: the certificate is for `localhost` alone.
  ///   - parameters: further ones, as libpq has them.
  package func address(
    _ mode: String, host: String = "localhost", database: String = "postgres", user: String = "postgres",
    _ parameters: String = ""
  ) throws -> DatabaseAddress {
    // Its name may lead to ::1 as well, where nothing listens.
    try DatabaseAddress(
      "host=\(host) hostaddr=127.0.0.1 port=\(port) dbname=\(database) user=\(user) sslmode=\(mode) \(parameters)")
  }

  /// An address with `verify-full`, and all that this needs.
  package func verified(database: String = "postgres", user: String = "postgres") throws -> DatabaseAddress {
    try address("verify-full", database: database, user: user, "sslrootcert=\(file("root.crt"))")
  }

  /// The path of a certificate or a key.
  package func file(_ name: String) -> String { "\(folder)/\(name)" }

  /// The superuser's, by the socket.
  package var administrator: DatabaseAddress {
    get throws { try DatabaseAddress("host=\(folder) port=\(port) dbname=postgres user=postgres") }
  }

  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
  }
}
