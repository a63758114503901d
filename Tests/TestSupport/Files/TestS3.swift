import Foundation

/// An S3 in Python, as a process, which verifies signatures: see Tests/Clients/s3_server.py. `scripts/test` makes the environment that has
/// its packages.
package final class TestS3: Sendable {
  package struct Key: Decodable, Sendable {
    package let id: String
    package let secret: String
  }

  package static let absence = "HATCHED_TEST_PYTHON_S3 is not set: scripts/test sets it where PyPI is reachable"
  package static let isThere = python != nil
  package static let bucket = "files"

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_S3"].map { $0 + "/bin/python3" }
  package let key: Key
  private let server: RecordingServer

  private struct NoKey: Error {}

  /// Runs `body` with a server that has one empty bucket, and is gone afterwards.
  package static func with<Result>(_ body: (TestS3) async throws -> Result) async throws -> Result {
    let record = FileManager.default.temporaryDirectory.appending(path: "hatched-s3-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: record) }
    let server = try TestS3(record)
    defer { server.server.kill() }
    return try await body(server)
  }

  private init(_ record: String) throws {
    server = try RecordingServer("s3_server.py", python: Self.python, record: record, port: 0, ["--bucket", Self.bucket])
    guard let key = try server.received(as: Key.self).first else { throw NoKey() }
    self.key = key
  }

  package var url: String { "http://127.0.0.1:\(server.port)" }
}
