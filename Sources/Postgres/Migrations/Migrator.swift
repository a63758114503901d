import SQL

/// Applies migrations, each in a transaction of its own, and then the files of functions, all in one. The functions that migrations call
/// come before them. Keeps records of both in the database.
///
/// The connection should have no statement timeout.
package struct Migrator: Sendable {
  package let migrations: [Migration]
  /// Sorted by path.
  package let functions: [FunctionFile]

  /// Any number that no other program takes an advisory lock with.
  private static let lock = 7_236_411_820_735

  /// - Throws: `.duplicate`.
  package init(_ migrations: [Migration], functions: [FunctionFile] = []) throws(MigrationError) {
    self.migrations = migrations.sorted { $0.name < $1.name }
    self.functions = functions.sorted { $0.path < $1.path }
    for (first, second) in zip(self.migrations, self.migrations.dropFirst()) where first.name == second.name {
      throw .duplicate(first.name)
    }
    for (first, second) in zip(self.functions, self.functions.dropFirst()) where first.path == second.path {
      throw .duplicate(first.name)
    }
  }

  /// Applies all migrations that the database has not had, and the function files that it has not had in these words. Several
  /// processes may try at once: one does it, the others wait and then find nothing to do.
  /// - Parameter dryRun: only report what would be applied.
  /// - Throws: an error for a file that contradicts the records; `.failed` for the first migration that fails. Those before it
  ///   stay. Where a function file fails, all migrations stay, and no function file.
  package nonisolated(nonsending) func migrate(
    on connection: Connection, dryRun: Bool = false, progress: (MigrationEvent) -> Void = { _ in }
  ) async throws(MigrationError) {
    if dryRun {
      let pending = try await pending(on: connection)
      let functions = try await pendingFunctions(on: connection)
      for name in pending.map(\.name) + functions.map(\.name) { progress(.wouldApply(name)) }
      if pending.isEmpty && functions.isEmpty { progress(.upToDate) }
      return
    }
    try await run("SELECT pg_advisory_lock(\(Self.lock))", on: connection)
    do throws(MigrationError) {
      try await applyPending(on: connection, progress)
    } catch {
      await unlock(connection)
      throw error
    }
    await unlock(connection)
  }

  /// The migrations that `migrate` would apply.
  /// - Throws: an error for a file that contradicts the records.
  package nonisolated(nonsending) func pending(
    on connection: Connection
  ) async throws(MigrationError) -> [Migration] {
    let checksums = try await checksums(on: connection)
    let applied = try await records(on: connection).map { MigrationPlan.Record(name: $0.name, checksum: $0.checksum) }
    let plan = try MigrationPlan(files: files(checksums), applied: applied)
    return plan.pending.map { migrations[$0] }
  }

  /// Every migration that there is a file or a record of, by name.
  package nonisolated(nonsending) func status(
    on connection: Connection
  ) async throws(MigrationError) -> [MigrationStatus] {
    let files = try await files(checksums(on: connection))
    let records = try await records(on: connection)
    let recorded = Dictionary(records.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(files.map(\.name))
    var status = records.filter { !names.contains($0.name) }.map { MigrationStatus(name: $0.name, state: .missing) }
    for file in files {
      guard let record = recorded[file.name] else {
        status.append(MigrationStatus(name: file.name, state: .pending))
        continue
      }
      let state: MigrationStatus.State =
        record.checksum == file.checksum
        ? .applied(at: record.appliedAt, milliseconds: record.milliseconds) : .changed
      status.append(MigrationStatus(name: file.name, state: state))
    }
    return status.sorted { $0.name < $1.name }
  }

  private func files(_ checksums: [String]) -> [MigrationPlan.Record] {
    zip(migrations, checksums).map { MigrationPlan.Record(name: $0.name, checksum: $1) }
  }

  private nonisolated(nonsending) func applyPending(
    on connection: Connection, _ progress: (MigrationEvent) -> Void
  ) async throws(MigrationError) {
    try await run(
      """
      CREATE TABLE IF NOT EXISTS public.schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        duration_ms integer NOT NULL
      );
      -- Whoever connects may ask whether the schema is as new as it needs.
      GRANT SELECT ON public.schema_migrations TO PUBLIC
      """, on: connection)
    let pending = try await pending(on: connection)
    var isUpToDate = pending.isEmpty
    for migration in pending {
      // Those after the first one with a record of functions may call functions that guard tables.
      if try await applyFunctions(\.isForMigrations, on: connection, progress) { isUpToDate = false }
      progress(.applying(migration.name))
      let duration = try await apply(migration, on: connection)
      progress(.applied(migration.name, duration))
    }
    if try await applyFunctions({ _ in true }, on: connection, progress) { isUpToDate = false }
    if isUpToDate { progress(.upToDate) }
  }

  /// - Returns: whether there was any to apply.
  private nonisolated(nonsending) func applyFunctions(
    _ isWanted: (FunctionFile) -> Bool, on connection: Connection, _ progress: (MigrationEvent) -> Void
  ) async throws(MigrationError) -> Bool {
    let start = ContinuousClock.now
    let applied = try await applyFunctions(isWanted, on: connection)
    if !applied.isEmpty { progress(.appliedFunctions(applied.map(\.name), start.duration(to: .now))) }
    return !applied.isEmpty
  }

  private nonisolated(nonsending) func apply(
    _ migration: Migration, on connection: Connection
  ) async throws(MigrationError) -> Duration {
    let start = ContinuousClock.now
    do {
      return try await connection.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: migration.sql)
        let duration = start.duration(to: .now)
        _ = try await transaction.run([record(of: migration, duration)])
        return duration
      }
    } catch let error as StatementError {
      throw .failed(migration.name, error)
    } catch {
      throw .failed(migration.name, StatementError(.connection, message: String(describing: error)))
    }
  }

  /// A script may have changed `search_path`, so that names are qualified.
  private func record(of migration: Migration, _ duration: Duration) -> Statement {
    Statement(
      text: """
        INSERT INTO public.schema_migrations (name, checksum, duration_ms)
        VALUES ($1, pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to($2, 'UTF8')), 'hex'), $3)
        """,
      binds: [.text(migration.name), .text(migration.sql), .int4(Int32(clamping: duration.wholeMilliseconds))])
  }

  private nonisolated(nonsending) func unlock(_ connection: Connection) async {
    // Should it fail, the lock goes with the session.
    try? await run("SELECT pg_advisory_unlock(\(Self.lock))", on: connection)
  }

  private nonisolated(nonsending) func run(_ script: String, on connection: Connection) async throws(MigrationError) {
    do throws(StatementError) {
      try await connection.execute(script: script)
    } catch {
      throw .database(error)
    }
  }
}
