import SQL

extension Migrator {
  /// Whether the migration that makes the record of function files was applied.
  private nonisolated(nonsending) func hasFunctionRecord(on connection: Connection) async throws(MigrationError) -> Bool {
    let exists = try await rows("SELECT (to_regclass('public.function_files') IS NOT NULL)::text", on: connection)
    return exists.count == 1 && exists.text(row: 0, column: 0) == "true"
  }

  /// The function files that `migrate` would apply, in the order of their paths.
  package nonisolated(nonsending) func pendingFunctions(
    on connection: Connection
  ) async throws(MigrationError) -> [FunctionFile] {
    if functions.isEmpty { return [] }
    guard try await hasFunctionRecord(on: connection) else { return functions }
    let rows = try await rows(
      """
      SELECT file.path FROM unnest($1, $2) AS file(path, sql)
      WHERE NOT EXISTS (
        SELECT FROM public.function_files applied
        WHERE applied.path = file.path AND applied.sha256 = sha256(convert_to(file.sql, 'UTF8')))
      """, [.textArray(functions.map(\.path)), .textArray(functions.map(\.sql))], on: connection)
    let pending = Set((0..<rows.count).map { rows.text(row: $0, column: 0) ?? "" })
    return functions.filter { pending.contains($0.path) }
  }

  /// Applies the function files that the database has not had in these words: all in one transaction, or none.
  /// - Parameter isWanted: whether a file is to be applied now.
  ///
  /// PostgreSQL checks no body then: a function may come before another one that it calls.
  nonisolated(nonsending) func applyFunctions(
    _ isWanted: (FunctionFile) -> Bool, on connection: Connection
  ) async throws(MigrationError) -> [FunctionFile] {
    // Without the record: before its migration, and those of tests.
    guard functions.contains(where: isWanted), try await hasFunctionRecord(on: connection) else { return [] }
    let pending = try await pendingFunctions(on: connection).filter(isWanted)
    do {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: "SET LOCAL check_function_bodies = off")
        let known = try await known(pending, in: transaction)
        for file in pending { try await apply(file, isKnown: known.contains(file.function), in: transaction) }
        if let (file, function) = try await stray(pending, in: transaction) {
          throw MigrationError.otherSignature(file, function)
        }
        _ = try await transaction.run([record(of: pending), recordOfRemoved])
      }
    } catch let error as MigrationError {
      throw error
    } catch let error as StatementError {
      throw .failed("the record of function files", error)
    } catch {
      throw .failed("the record of function files", StatementError(.connection, message: String(describing: error)))
    }
    return pending
  }

  /// The names of files that the database has a function of.
  private nonisolated(nonsending) func known(
    _ files: [FunctionFile], in transaction: PostgresTransaction
  ) async throws(StatementError) -> Set<String> {
    let statement = Statement(
      text: "SELECT proname::text FROM pg_catalog.pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($1)",
      binds: [.textArray(files.map(\.function))])
    let rows = try await transaction.run([statement])[0]
    return Set((0..<rows.count).map { rows.text(row: $0, column: 0) ?? "" })
  }

  /// - Parameter isKnown: Whether the database has a function of this name, with which the file may not go together.
  private nonisolated(nonsending) func apply(
    _ file: FunctionFile, isKnown: Bool, in transaction: PostgresTransaction
  ) async throws(MigrationError) {
    do throws(StatementError) {
      try await transaction.execute(script: file.sql)
    } catch {
      let isOther = isKnown && error.reason == .statement(.invalidFunctionDefinition)
      throw isOther ? .otherResult(file.name, error) : .failed(file.name, error)
    }
  }

  /// A function that has the name of a file, and that the file has not just defined: one with other arguments, from before. Or a file
  /// that defines no function of its name.
  private nonisolated(nonsending) func stray(
    _ files: [FunctionFile], in transaction: PostgresTransaction
  ) async throws(StatementError) -> (file: String, function: String?)? {
    let statement = Statement(
      text: """
        SELECT file.name, known.signature FROM unnest($1, $2) AS file(name, function) CROSS JOIN LATERAL (
          SELECT min(proc.oid::regprocedure::text) FILTER (WHERE NOT is_new.is_new) AS signature,
            count(*) FILTER (WHERE is_new.is_new) AS defined
          FROM pg_catalog.pg_proc proc
          CROSS JOIN LATERAL (SELECT proc.xmin = pg_current_xact_id()::xid AS is_new) AS is_new
          WHERE proc.proname = file.function AND proc.pronamespace = 'public'::regnamespace
        ) AS known
        WHERE known.defined = 0 OR known.signature IS NOT NULL LIMIT 1
        """,
      binds: [.textArray(files.map(\.name)), .textArray(files.map(\.function))])
    let rows = try await transaction.run([statement])[0]
    guard rows.count > 0 else { return nil }
    return (rows.text(row: 0, column: 0) ?? "", rows.text(row: 0, column: 1))
  }

  private func record(of files: [FunctionFile]) -> Statement {
    Statement(
      text: """
        INSERT INTO public.function_files AS known (path, sha256)
        SELECT file.path, pg_catalog.sha256(pg_catalog.convert_to(file.sql, 'UTF8')) FROM unnest($1, $2) AS file(path, sql)
        ON CONFLICT (path) DO UPDATE SET
          replaced = CASE WHEN known.sha256 IS NULL OR known.sha256 = ANY (known.replaced) THEN known.replaced
            ELSE known.replaced || known.sha256 END,
          sha256 = excluded.sha256, applied_at = excluded.applied_at
        """,
      binds: [.textArray(files.map(\.path)), .textArray(files.map(\.sql))])
  }

  /// A file that there was: a file of that name that comes later is applied again, whatever it says.
  private var recordOfRemoved: Statement {
    Statement(
      text: """
        UPDATE public.function_files AS known SET replaced = known.replaced || known.sha256, sha256 = NULL
        WHERE known.sha256 IS NOT NULL AND known.path <> ALL ($1)
        """,
      binds: [.textArray(functions.map(\.path))])
  }
}

extension SQLState {
  /// CREATE OR REPLACE FUNCTION with another result, or other names of parameters.
  fileprivate static let invalidFunctionDefinition = SQLState(rawValue: "42P13")
}
