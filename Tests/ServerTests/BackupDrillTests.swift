import Foundation
import TestSupport
import Testing

/// A backup that is restored, and compared with what it is of: scripts/backup-drill.
@Suite struct BackupDrillTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "scripts/backup-drill").path

  private func drill(
    _ arguments: [String] = [], _ variables: [String: String] = [:]
  ) async throws -> ChildProcess.End {
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"],
      "HATCHED_PROGRAM": try Program.hatched.location.path,
    ]
    return try await ChildProcess.run(
      .bash, [Self.script] + arguments, environment: environment.merging(variables) { $1 }, within: .seconds(180))
  }

  @Test("A database of made-up families is the same once it was restored: rows, owners, grants, policies and answers")
  func madeUp() async throws {
    let end = try await drill(["--families", "3"])
    #expect(end.status == 0, "\(end.output) \(end.errors)")
    #expect(end.output.contains("answers: 3 equal, 0 different\nThe restored database is what was backed up.\n"))
    #expect(end.output.contains(/\nassignments +180 +\d+  the same\n/), "\(end.output)")
    #expect(end.output.contains("hatched serve is ready: its locks are in place"))
    #expect(!end.output.contains("DIFFERS"))
  }

  @Test("What a backup of a given database does not have is named, and the dump is kept where it is to be")
  func given() async throws {
    let database = try await SchoolDatabase("backup_drill", families: 2)
    let addresses = ["DATABASE_URL": "\(database.app)", "MIGRATION_DATABASE_URL": "\(database.owner)"]
    let file = FileManager.default.temporaryDirectory.appending(path: "hatched-\(UUID().uuidString).dump")
    defer { try? FileManager.default.removeItem(at: file) }
    let good = try await drill(["--keep", file.path], addresses)
    #expect(good.status == 0, "\(good.output) \(good.errors)")
    #expect(try Data(contentsOf: file).starts(with: Data("PGDMP".utf8)))

    // pg_dump leaves out what is set for a database as a whole.
    try await database.administer("ALTER DATABASE \(database.name) SET work_mem = '7MB'")
    let bad = try await drill([], addresses)
    #expect(bad.status == 1)
    #expect(bad.output.contains("\n< setting of the database: work_mem=7MB\nanswers: "), "\(bad.output)")
    #expect(bad.errors.contains("The restored database is not what was backed up."))
  }

  @Test("It asks for both addresses or none, and explains itself")
  func usage() async throws {
    let one = try await drill([], ["DATABASE_URL": "host=/nowhere password=geheim"])
    #expect(one.status == 1)
    #expect(one.errors.contains("Only one of DATABASE_URL and MIGRATION_DATABASE_URL is set."))
    let seen = try await drill(
      [], ["DATABASE_URL": "host=/nowhere", "MIGRATION_DATABASE_URL": "host=/nowhere password=geheim"])
    #expect(seen.status == 1)
    #expect(seen.errors.contains("would be seen by other users") && !seen.errors.contains("geheim"))
    let help = try await drill(["--help"])
    #expect(help.status == 0 && help.output.hasPrefix("scripts/backup-drill "))
  }
}
