import Embedded
import Foundation
package import Planning
package import Postgres
package import SQL
package import SampleData
package import Domain

/// A database of its own for each suite, on the throwaway server that `scripts/test` starts: migrated, with
/// the demonstration family and some sample families of one shape. A copy of a template, where there are few families.
package struct SchoolDatabase: Sendable {
  /// As the role that the server uses.
  package let app: DatabaseAddress
  /// As the role that owns the tables and bypasses row-level security.
  package let owner: DatabaseAddress
  /// As a superuser.
  package let superuser: DatabaseAddress
  package let name: String
  private let ownerConnections: IdleConnections
  package let sample: SampleFamilies
  package let demonstration = DemonstrationFamily()
  /// Whether it has tables that `migrations/` does not make.
  package private(set) var hasAdditions = false

  package struct Unset: Error, CustomStringConvertible {
    package let description =
      "HATCHED_TEST_DATABASE_URL is not set: run the tests with scripts/test, which starts a throwaway PostgreSQL"
  }

  package struct NoTables: Error {}

  /// Makes the database anew, on the server that `scripts/test` starts.
  package init(_ name: String, families: Int = 3) async throws {
    guard let url = ProcessInfo.processInfo.environment["HATCHED_TEST_DATABASE_URL"], !url.isEmpty else {
      throw Unset()
    }
    let server = try DatabaseAddress(url)
    let isOfTemplate = SchoolTemplate.families.contains(families)
    let template = isOfTemplate ? try await SchoolTemplate.name(families: families, on: server) : nil
    try await self.init(name, families: families, on: server, template: template)
  }

  /// Makes the database anew, on another server that has the roles.
  /// - Parameter server: as its superuser.
  package init(_ name: String, families: Int, on server: DatabaseAddress) async throws {
    try await self.init(name, families: families, on: server, template: nil)
  }

  /// Another database with all that this one has. Ends the connections to this one.
  package func copy(_ name: String) async throws -> SchoolDatabase {
    try await administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(self.name)'")
    return try await SchoolDatabase(name, families: sample.count, on: superuser.database("postgres"), template: self.name)
  }

  /// - Parameter template: A database to copy, which has these families. Nil: the database is migrated and filled.
  init(_ name: String, families: Int, on server: DatabaseAddress, template: String?) async throws {
    try await withConnection(to: server) { connection in
      try await connection.execute(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
      try await connection.execute(
        script: "CREATE DATABASE \(name) OWNER hatched_owner TEMPLATE \(template ?? "template0")")
    }
    self.name = name
    superuser = server.database(name)
    owner = superuser.user("hatched_owner")
    ownerConnections = IdleConnections(to: owner)
    app = superuser.user("hatched_app")
    // A copy has the objects of its template, but not the settings and privileges of the database itself.
    try await withConnection(to: superuser) { try await $0.execute(script: try Self.restrictions) }
    sample = try SampleFamilies(count: families, seed: 7)
    if template == nil { try await migrateAndFill() }
    // A template may be older than a sign-in counts as recent.
    try await withConnection(to: superuser) { connection in
      try await connection.execute(script: "UPDATE sessions SET authenticated_at = now()")
    }
  }

  private func migrateAndFill() async throws {
    try await withConnection(to: owner) { connection in
      let migrations = EmbeddedFile.migrations.map { Migration(name: $0.name, sql: $0.text) }
      let functions = EmbeddedFile.functions.map { FunctionFile(path: $0.name, sql: $0.text) }
      try await Migrator(migrations, functions: functions).migrate(on: connection)
      let quotas = StorageQuotas(of: try EntityMap<Viewer>.shared)
      _ = try await connection.withTransaction(isolation: .readCommitted) { try await $0.run([quotas.update]) }
      try await connection.execute(script: SampleTable.preparation)
      for table in demonstration.tables + sample.tables {
        var rest = table
        try await connection.copy(into: table.copyStatement) { rest.nextChunk() }
      }
      try await connection.execute(script: GeneratedRows.script(besides: knownTables))
      try await connection.execute(script: SampleTable.completion)
    }
  }

  /// Adds tables, with the quotas of a map and with rows of each family.
  /// - Parameter schoolTables: those of which each school has rows.
  package mutating func add(_ migrations: [String], for map: EntityMap<Viewer>, and schoolTables: [String] = []) async throws {
    let known = knownTables
    try await withConnection(to: owner) { connection in
      for migration in migrations { try await connection.execute(script: migration) }
      let quotas = StorageQuotas(of: map).update
      _ = try await connection.withTransaction(isolation: .readCommitted) { try await $0.run([quotas]) }
      try await connection.execute(script: SampleTable.preparation)
      try await connection.execute(script: GeneratedRows.script(besides: known, and: schoolTables))
      try await connection.execute(script: SampleTable.completion)
    }
    hasAdditions = true
  }

  /// The tables that have sample rows of their own.
  package var knownTables: [String] { (demonstration.tables + sample.tables).map(\.name) }

  /// scripts/database.sql
  private static var restrictions: String {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(contentsOf: root.appending(path: "scripts/database.sql"), encoding: .utf8)
    }
  }

  /// Runs SQL as the owner, to change what a test is about.
  @discardableResult
  package func run(_ sql: SQL) async throws -> Rows {
    try await ownerConnections.use { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await transaction.run([sql.statement])[0]
      }
    }
  }

  /// The rows of tables together.
  /// - Parameter condition: Names the tables, as a condition of `pg_class AS c`.
  /// - Throws: `NoTables` where there are none.
  package func rowCount(ofTablesWhere condition: SQL) async throws -> Int {
    let rows = try await run(
      """
      SELECT sum((xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', c.relname), false, true, '')))[1]::text::bigint)
        ::text
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND \(condition)
      """)
    guard let count = rows.text(row: 0, column: 0).flatMap({ Int($0) }) else { throw NoTables() }
    return count
  }

  /// Runs a script as the owner, as a migration is run.
  package func execute(script: String) async throws {
    try await withConnection(to: owner) { try await $0.execute(script: script) }
  }

  /// Runs the script of a migration once more, over rows as they may have been before it.
  package func runMigrationAgain(_ name: String) async throws {
    let script = EmbeddedFile.migrations.first { $0.name == name }?.text
    try await withConnection(to: owner) { try await $0.execute(script: script ?? "no migration \(name)") }
  }

  /// As autovacuum does sooner or later: frees what is dead, counts what there is, and notes what all may see.
  ///
  /// A throwaway cluster's commits wait for no disk, and a vacuum passes over rows whose commit, or another's of the same
  /// moment, may not be on one yet: so it is repeated until it has seen all.
  package func vacuum() async throws {
    var configuration = ConnectionConfiguration(address: superuser)
    configuration.statementTimeout = .seconds(60)
    let connection = try await Connection.connect(configuration, reactor: Reactor())
    let unseen: SQL = """
      SELECT 1 FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < relpages
      """
    for _ in 0..<50 {
      try await connection.execute(script: "CHECKPOINT")
      try await connection.execute(script: "VACUUM")
      if try await run(unseen).count == 0 { break }
    }
    // Once: it takes far longer than a vacuum of what has been seen.
    try await connection.execute(script: "ANALYZE")
  }

  /// Adds rows as the owner, as if they had always been there: the audit trail does not know them.
  package func load(_ rows: [SQL]) async throws {
    try await withConnection(to: owner) { connection in
      try await connection.execute(script: SampleTable.preparation)
      for row in rows {
        try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
          _ = try await transaction.run([row.statement])
        }
      }
      try await connection.execute(script: SampleTable.completion)
    }
  }

  /// Runs a script as a superuser, on another database than this one.
  package func administer(_ script: String) async throws {
    try await withConnection(to: superuser.database("postgres")) { try await $0.execute(script: script) }
  }

  /// Every id that belongs to a family: of its rows, its accounts and their sessions.
  package func ids(of family: UUIDValue) async throws -> Set<String> {
    let family = SQLValue.uuid(family)
    // The tables that have ids of their own: those of counts are the same in every family.
    let tables = try await run(
      """
      SELECT relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'family_id'
      JOIN pg_attribute k ON k.attrelid = c.oid AND k.attname = 'id' AND k.atttypid = 'uuid'::regtype
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'family_usage'
        AND NOT a.attisdropped AND NOT k.attisdropped
      """)
    let names = (0..<tables.count).compactMap { tables.text(row: $0, column: 0) }
    let ofTables = names.map { table -> SQL in
      "UNION SELECT id FROM \(identifier: table) WHERE family_id = \(bind: family)"
    }
    let rows = try await run(
      """
      SELECT family_id FROM families WHERE family_id = \(bind: family)
      UNION SELECT account_id FROM members WHERE family_id = \(bind: family) AND account_id IS NOT NULL
      \(ofTables.joined(separator: " "))
      """)
    return Set(
      (0..<rows.count).compactMap { row in
        rows.withCell(row: row, column: 0) { UUIDValue(bytes: $0)?.description }
      })
  }
}

/// Runs `body` with a connection of its own, whose statements end after a minute.
func withConnection<Result>(
  to address: DatabaseAddress, _ body: (Connection) async throws -> Result
) async throws -> Result {
  try await body(try await Connection.connect(.patient(address), reactor: try Reactor()))
}

extension ConnectionConfiguration {
  /// With limits that a busy machine keeps.
  static func patient(_ address: DatabaseAddress) -> ConnectionConfiguration {
    var configuration = ConnectionConfiguration(address: address)
    configuration.statementTimeout = .seconds(60)
    configuration.connectTimeout = .seconds(30)
    return configuration
  }
}
