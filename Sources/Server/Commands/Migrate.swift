import ArgumentParser
import Embedded
import Planning
import Postgres
import Domain

/// `hatched migrate`
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings the database to the schema that this program was built for.",
    discussion: """
      Each file of migrations/ is applied once, in a transaction of its own and in the order of names. A
      file that was changed or removed after it was applied is refused, and so is a database that a later release has migrated.
      Then each file of migrations/functions/ that the database has not had in these words is applied: all of them in one
      transaction. A function with another result or other arguments must be dropped by a numbered migration. The
      role must own the database, as hatched_owner of scripts/roles.sql does. Each run also brings the table of time zone names
      up to date with PostgreSQL's, and sets how much a family may keep.

      Examples:
        hatched migrate
        hatched migrate --status
        hatched migrate --dry-run
        hatched migrate --quota assignments=200000:134217728
      """)

  @Flag(help: "Only list the migrations and when each was applied, and the function files that are not applied.")
  var status = false

  @Flag(help: "Only say what would be applied.")
  var dryRun = false

  @Flag(help: "Count anew how much families keep, after rows were loaded or the counts were changed by hand.")
  var recount = false

  @OptionGroup(title: "Quotas") var quotaOptions: QuotaOptions
  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let quotas = try quotaOptions.quotas(of: EntityMap(domain: .domain()))
    let migrator = try Migrator.ofRelease()
    try await owner.withConnection { connection in
      do {
        try await run(migrator, quotas, on: connection)
      } catch let error as MigrationError {
        throw error.failure
      }
    }
  }

  private func run(_ migrator: Migrator, _ quotas: StorageQuotas, on connection: Connection) async throws {
    if status {
      for entry in try await migrator.status(on: connection) { print(entry.line) }
      for file in try await migrator.pendingFunctions(on: connection) { print("\(file.name)  pending") }
      return
    }
    if let warning = try await OwnerRole(connection: connection).check() { StandardStreams.writeError("Warning: \(warning)") }
    try await migrator.migrate(on: connection, dryRun: dryRun) { print($0.line) }
    if dryRun { return }
    try await ReferenceData(quotas: quotas).refresh(on: connection) { print($0) }
    if recount { print("corrected \(try await ReferenceData.recount(on: connection)) counts of what families keep") }
  }
}

extension Migrator {
  /// The migrations and function files that this program was built with.
  static func ofRelease() throws(MigrationError) -> Migrator {
    try Migrator(
      EmbeddedFile.migrations.map { Migration(name: $0.name, sql: $0.text) },
      functions: EmbeddedFile.functions.map { FunctionFile(path: $0.name, sql: $0.text) })
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
    case .appliedFunctions(let names, let duration):
      // All of them, when a database is new.
      names.count > 20
        ? "applied \(names.count) function files in \(duration.formatted)"
        : names.map { "applied \($0)" }.joined(separator: "\n")
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
