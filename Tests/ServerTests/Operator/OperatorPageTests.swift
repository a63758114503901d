import Foundation
import Postgres
import TestSupport
import Testing

/// The operator's page as a person uses it, in Debian's Chromium: see Tests/Clients/operator_page.py.
@Suite struct OperatorPageTests {
  private static let isThere =
    Program.python.isThere
    && ["chromium", "chromedriver"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Clients/operator_page.py").standardized

  /// The pictures of the documents are of this test: HATCHED_RECORD_PICTURES=1 scripts/test --filter OperatorPageTests
  private static let documents = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs").standardized

  @Test(
    "An operator sees numbers, slow operations, jobs and findings, by keyboard, in light and dark, and on a telephone",
    .enabled(if: isThere, "there is no chromium and chromium-driver: scripts/test sees to both"))
  func page() async throws {
    let database = try await SchoolDatabase("operator_page", families: 1)
    let options = [
      "--slow-operation", "1ms", "--pool-size", "8", "--worker-database-url", "\(database.superuser.user("hatched_worker"))",
    ]
    try await RunningServer.run(on: database.app, RunningServer.admin + options) { server in
      let token = try RunningServer.token(for: database)
      _ = try await server.admin("/health")
      let pictures = ProcessInfo.processInfo.environment["HATCHED_RECORD_PICTURES"] == "1" ? ["--pictures", Self.documents.path] : []
      let end = try await ChildProcess.run(
        .python,
        [Self.script.path, "http://127.0.0.1:\(try server.adminPort)", "http://127.0.0.1:\(server.port)", token] + pictures,
        environment: [
          "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin", "HOME": FileManager.default.temporaryDirectory.path,
        ], within: .seconds(180))
      try #require(end.status == 0, "\(end.output)\(end.errors)")
      #expect(end.output.split(separator: "\n").count == 11, "\(end.output)")
    }
  }
}
