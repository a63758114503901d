import Foundation
import Postgres
import SQL

/// A migrated database with sample families that suites copy. A copy takes less than a tenth of a second; migrations and rows
/// take most of one.
struct SchoolTemplate {
  /// The numbers of families that a template is made for. Few suites want more.
  static let families = 1...3

  /// Names the test program, since the migrations and rows of a template are the program's.
  private static let build: String = {
    let program = URL(filePath: ProcessInfo.processInfo.arguments.first ?? "")
    let date = try? program.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    // Without a date: no process uses the template of another.
    return date.map { "\(UInt64($0.timeIntervalSince1970 * 1000))" } ?? "p\(ProcessInfo.processInfo.processIdentifier)"
  }()

  /// Makes the template unless the server has it.
  /// - Parameters:
  ///   - families: How many sample families it has, in `SchoolTemplate.families`.
  ///   - server: As its superuser.
  /// - Returns: The name of a database that nobody is connected to.
  static func name(families: Int, on server: DatabaseAddress) async throws -> String {
    let name = "hatched_template_\(build)_\(families)"
    return try await withConnection(to: server) { connection in
      // Another process of the same server may make it at the same time. The lock ends with the connection.
      try await connection.execute(script: "SELECT pg_advisory_lock(hashtext('\(name)'))")
      let known: SQL = "SELECT 1 FROM pg_database WHERE datname = \(bind: .text(name))"
      if try await connection.snapshot([known.statement])[0].count > 0 { return name }
      let unfinished = name + "_new"
      _ = try await SchoolDatabase(unfinished, families: families, on: server, template: nil)
      try await connection.execute(script: "ALTER DATABASE \(unfinished) RENAME TO \(name)")
      return name
    }
  }
}
