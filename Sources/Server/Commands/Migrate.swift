import ArgumentParser
import Embedded
import Postgres

/// `hatched migrate`
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings the database to the schema that this program was built for.",
    discussion: """
      Each file of migrations/ is applied once, in a transaction of its own and in the order of names. A
      file that was changed or removed after it was applied is refused. Each run also brings the table of time zone names
      up to date with PostgreSQL's.

      Examples:
        hatched migrate
        hatched migrate --status
        hatched migrate --dry-run
      """)

  @Flag(help: "Only list the migrations and when each was applied.")
  var status = false

  @Flag(help: "Only say what would be applied.")
  var dryRun = false

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let migrator = try Migrator(EmbeddedFile.migrations.map { Migration(name: $0.name, sql: $0.text) })
    try await owner.withConnection { connection in
      if status {
        for entry in try await migrator.status(on: connection) { print(entry.line) }
      } else {
        try await migrator.migrate(on: connection, dryRun: dryRun) { print($0.line) }
        if !dryRun { try await ReferenceData.refresh(on: connection) { print($0) } }
      }
    }
  }
}

extension MigrationStatus {
  fileprivate var line: String {
    switch state {
    case .pending: "\(name)  pending"
    case .applied(let time, let milliseconds): "\(name)  applied \(time), \(milliseconds) ms"
    case .changed: "\(name)  CHANGED since it was applied"
    case .missing: "\(name)  applied, but there is NO SUCH FILE any more"
    }
  }
}

extension MigrationEvent {
  fileprivate var line: String {
    switch self {
    case .wouldApply(let name): "would apply \(name)"
    case .applying(let name): "applying \(name)"
    case .applied(let name, let duration): "applied \(name) in \(duration.formatted)"
    case .upToDate: "the database is up to date"
    }
  }
}

extension Duration {
  /// Such as `12 ms`.
  fileprivate var formatted: String {
    "\(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) ms"
  }
}
