import Foundation
import SQL
import TestSupport
import Testing

/// The parts of scripts/serve that need no release build.
@Suite struct ServeScriptTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func run(_ script: String, _ variables: [String: String] = [:]) async throws -> ChildProcess.End {
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]]
    return try await ChildProcess.run(.bash, ["-c", script], environment: path.merging(variables) { $1 })
  }

  @Test func `Another shell has all that commands of hatched need, and no other user reads it`() async throws {
    let database = try await SchoolDatabase("serve_script", families: 1)
    let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUIDValue.random())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = try await run(
      """
      set -euo pipefail
      cd '\(Self.repository.path)' && source scripts/lib/common.sh && source scripts/lib/hatched.sh
      private_folder='\(folder.path)'
      mkdir "$private_folder" && touch "$private_folder/environment" && chmod 644 "$private_folder/environment"
      use_token_secret
      DATABASE_URL='\(database.app)' MIGRATION_DATABASE_URL='\(database.owner)'
      write_environment DATABASE_URL MIGRATION_DATABASE_URL HATCHED_TOKEN_SECRETS
      stat -c %a "$private_folder"/*
      """)
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output == "600\n600\n")
    let hatched = try Program.hatched.location.path
    let used = try await run(
      """
      set -e
      source '\(folder.path)/environment'
      '\(hatched)' token --demo
      '\(hatched)' doctor
      """)
    #expect(used.status == 0, "\(used.output)\(used.errors)")
    #expect(used.output.contains(/\nok +token secrets +one, long enough\n/), "\(used.output)")
  }

  @Test func `scripts/serve writes the token secret, too`() throws {
    let script = try String(contentsOf: Self.repository.appending(path: "scripts/serve"), encoding: .utf8)
    #expect(script.contains(/write_environment .*HATCHED_TOKEN_SECRETS/))
  }
}
