import Foundation
import TestSupport
import Testing

@testable import Server

/// The explorer as a person uses it, in Debian's Chromium: see Tests/Clients/explorer.py.
@Suite struct ExplorerPageTests {
  private static let files = ProcessInfo.processInfo.environment["HATCHED_TEST_EXPLORER_FILES"]
  private static let isThere =
    files != nil && Program.python.isThere
    && ["chromium", "chromedriver"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Clients/explorer.py").standardized

  /// The pictures of the documents are of this test: HATCHED_RECORD_PICTURES=1 scripts/test --filter ExplorerPageTests
  private static let documents = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs").standardized

  @Test(
    "A person asks, is corrected, changes, watches, compares, and is told of an expired token",
    .enabled(
      if: isThere, "there is no chromium and chromium-driver, or HATCHED_TEST_EXPLORER_FILES is not set: scripts/test sees to both"))
  func page() async throws {
    let database = try await SchoolDatabase("explorer_page", families: 1)
    let people = try await ChildProcess.run(
      .hatched, ["token", "--demo-people"],
      environment: ["MIGRATION_DATABASE_URL": "\(database.owner)", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(people.status == 0, "\(people.errors)")
    let file = FileManager.default.temporaryDirectory.appending(path: "people-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try people.output.write(to: file, atomically: true, encoding: .utf8)
    let options = [
      "--explorer", "--explorer-files", try #require(Self.files), "--explorer-plans", "--explorer-people", file.path,
    ]
    try await RunningServer.run(on: database.app, options) { server in
      let pictures = ProcessInfo.processInfo.environment["HATCHED_RECORD_PICTURES"] == "1" ? ["--pictures", Self.documents.path] : []
      let end = try await ChildProcess.run(
        .python, [Self.script.path, "http://127.0.0.1:\(server.port)", file.path, RunningServer.secret] + pictures,
        environment: [
          "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin", "HOME": FileManager.default.temporaryDirectory.path,
        ], within: .seconds(400))
      try #require(end.status == 0, "\(end.output)\(end.errors)")
      #expect(end.output.split(separator: "\n").count == 16, "\(end.output)")
    }
  }
}
