import Foundation

/// Certificates and their keys for a test, in a folder that is gone after it: see the script `certificates`.
package struct Certificates: Sendable {
  package struct NotMade: Error {}

  package let folder: String

  package static func with<Result>(_ body: (Certificates) async throws -> Result) async throws -> Result {
    let certificates = try Certificates()
    defer { try? FileManager.default.removeItem(atPath: certificates.folder) }
    return try await body(certificates)
  }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hatched-tls-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", TLSCluster.script("certificates"), folder]
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw NotMade() }
  }

  /// Such as `server.crt`.
  package func file(_ name: String) -> String { "\(folder)/\(name)" }

  /// Makes a file what another is.
  package func copy(_ name: String, to target: String) throws {
    // In one step, as those who renew certificates do.
    try Data(contentsOf: URL(filePath: file(name))).write(to: URL(filePath: file(target)), options: .atomic)
  }
}
