package import SQL

/// All that a mutation can do to rows: every statement is of an entity, in the viewer's scope, over rows that the
/// viewer can see — the second lock, as the planner puts it on what is read.
///
/// A row of another family is not found, whatever is asked of it.
package struct ScopedRows<Viewer: ViewerContext>: Sendable {
  let statements: ScopedStatements<Viewer>
  private let transaction: any Transaction

  package var viewer: Viewer { statements.viewer }

  /// All types and their tables.
  package var map: EntityMap<Viewer> { statements.map }

  /// - Parameter transaction: one that gives no rows before the scope is set and the viewer's membership is checked.
  package init(_ statements: ScopedStatements<Viewer>, _ transaction: any Transaction) {
    self.statements = statements
    self.transaction = transaction
  }

  /// The rows of another viewer, in whose scope the transaction is from here on: of the account that someone has
  /// shown to be, of the family that a member joins.
  package func acting(as other: Viewer) async throws(MutationFailure) -> ScopedRows {
    do {
      _ = try await transaction.run([other.scopeStatement])
    } catch {
      throw .database(error)
    }
    return ScopedRows(statements.acting(as: other), transaction)
  }

  /// The rows of the same viewer, of whom the transaction has found out more: the settings are there.
  package func knowing(_ viewer: Viewer) -> ScopedRows { ScopedRows(statements.acting(as: viewer), transaction) }

  /// Calls a function of the database.
  package func call<Result>(_ call: FunctionCall<Result>) async throws(MutationFailure) -> Result {
    try call.result(try await run(call.sql))
  }

  // MARK: Rows of an entity

  func insert(
    _ entity: Entity<Viewer>, key: UUIDValue, _ values: [ColumnValue]
  ) async throws(MutationFailure) {
    _ = try await run(statements.insertion(entity, key: key, values))
  }

  /// Changes a row, and counts its version up.
  /// - Parameters:
  ///   - condition: a further condition on the row.
  ///   - columns: the columns to return, with their new values.
  /// - Returns: the row's key and these columns; no row when the viewer has none with this key that satisfies the
  ///   condition.
  func update(
    _ entity: Entity<Viewer>, key: UUIDValue, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    _ values: [ColumnValue], returning columns: [String]
  ) async throws(MutationFailure) -> Rows {
    try await run(statements.update(entity, key: key, version: nil, where: condition, values, returning: columns))
  }

  func delete(_ entity: Entity<Viewer>, key: UUIDValue) async throws(MutationFailure) -> Bool {
    try await run(statements.deletion(entity, key: key, version: nil)).count == 1
  }

  /// Reads columns of a row, and whether it satisfies conditions, and locks it until the end of the transaction.
  func locked(
    _ entity: Entity<Viewer>, key: UUIDValue, columns: [String],
    _ conditions: [@Sendable (RowReference<Viewer>) -> SQL] = []
  ) async throws(MutationFailure) -> Rows {
    let selection = statements.selection(entity, key: key, columns: columns, conditions)
    return try await run("\(selection) FOR NO KEY UPDATE")
  }

  /// Reads the key of a row, without a lock.
  func row(_ entity: Entity<Viewer>, key: UUIDValue) async throws(MutationFailure) -> Rows {
    try await run(statements.selection(entity, key: key, columns: [entity.key]))
  }

  func runForKeys(_ statement: SQL) async throws(MutationFailure) -> [UUIDValue] {
    let rows = try await run(statement)
    return (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0) }
  }

  func run(_ statement: SQL) async throws(MutationFailure) -> Rows { try await run([statement])[0] }

  /// Runs statements in one round trip.
  func run(_ statements: [SQL]) async throws(MutationFailure) -> [Rows] {
    do {
      return try await transaction.run(statements.map(\.statement))
    } catch {
      throw .statement(error)
    }
  }
}
