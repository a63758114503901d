import Foundation
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// What README.md has readers paste into a shell, run as it stands there: each `# → …` is what the line above it prints.
@Suite struct WalkThroughTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The lines for the second shell, the one beside the server.
  private static func lines() throws -> String {
    let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n### Sign in, and come together\n"))
    let end = try #require(readme.range(of: "\n### Paths\n"))
    let blocks = readme[start.upperBound..<end.lowerBound].matches(of: /```sh\n(.*?)```/.dotMatchesNewlines()).map(\.output.1)
    return blocks.filter { !$0.contains("scripts/serve") }.joined()
  }

  /// A folder such as the repository, with a built `hatched` and the addresses of databases.
  private func makeFolder(for database: SchoolDatabase) throws -> URL {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "walk-through-\(UUIDValue.random())")
    for name in [".build/release", ".hatched"] {
      try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try files.copyItem(at: Self.repository.appending(path: "scripts"), to: folder.appending(path: "scripts"))
    try files.createSymbolicLink(at: folder.appending(path: ".build/release/hatched"), withDestinationURL: Program.hatched.location)
    let worker = database.superuser.user("hatched_worker")
    try "export WORKER_DATABASE_URL='\(worker)'\n"
      .write(to: folder.appending(path: ".hatched/environment"), atomically: true, encoding: .utf8)
    return folder
  }

  private func run(_ script: String, in folder: URL) async throws -> ChildProcess.End {
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH", default: ""]]
    // A line that fails does not end it: neither does it in a reader's shell.
    return try await ChildProcess.run(
      .bash, ["-c", "cd '\(folder.path)' || exit\n\(script)"], environment: environment)
  }

  @Test func `Whoever pastes the lines of the README sees what it says`() async throws {
    let database = try await SchoolDatabase("walk_through", families: 1)
    let folder = try makeFolder(for: database)
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = try await run("scripts/identity-token --keys", in: folder)
    #expect(keys.status == 0, "\(keys.errors)")
    let options = [
      "--apple-audience", "org.example.hatched", "--apple-keys", keys.output.trimmingCharacters(in: .newlines),
    ]
    let lines = try Self.lines()
    try await RunningServer.run(on: database.app, options) { server in
      let pasted = lines.replacing("http://127.0.0.1:8080/", with: "http://127.0.0.1:\(server.port)/")
      #expect(pasted != lines)
      let end = try await run(pasted, in: folder)
      #expect(end.errors == "")
      let shown = end.output.split(separator: "\n").filter { !$0.hasPrefix("checked ") }
      let promised = lines.split(separator: "\n").filter { $0.hasPrefix("# → ") }.map { $0.dropFirst(4) }
      #expect(promised.count > 15)
      #expect(shown == promised)
    }
  }
}
