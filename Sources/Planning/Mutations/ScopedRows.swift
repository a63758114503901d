package import SQL

/// All that a mutation can do to rows: every statement is of an entity, in the viewer's scope, over rows that the
/// viewer can see — the second lock, as the planner puts it on what is read.
///
/// A row of another family is not found, whatever is asked of it.
package struct ScopedRows<Viewer: ViewerContext>: Sendable {
  let statements: ScopedStatements<Viewer>
  private let transaction: any Transaction

  package var viewer: Viewer { statements.viewer }

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

  /// Calls a function of the database, for what has to be looked up before there is a scope.
  package func call(_ function: DatabaseFunction, _ arguments: SQLValue...) async throws(MutationFailure) -> Rows {
    try await run(function.call(arguments))
  }

  /// Adds a row.
  ///
  ///     INSERT INTO subjects (family_id, id, name) VALUES ($1, $2, $3)
  /// - Throws: `LIMIT_EXCEEDED` when the family would keep more than the quota of the type.
  package func insert(
    _ typeName: String, key: UUIDValue, _ values: [ColumnValue]
  ) async throws(MutationFailure) {
    _ = try await run(statements.insertion(typeName, key: key, values))
  }

  /// Adds rows, in one round trip.
  package func insert(
    _ typeName: String, _ rows: [(key: UUIDValue, values: [ColumnValue])]
  ) async throws(MutationFailure) {
    _ = try await run(rows.map { statements.insertion(typeName, key: $0.key, $0.values) })
  }

  /// Reads columns of a row, without a lock.
  /// - Returns: no row when the viewer has none with this key.
  package func row(
    _ typeName: String, key: UUIDValue, columns: [String]
  ) async throws(MutationFailure) -> Rows {
    try await run(selection(typeName, key: key, columns: columns))
  }

  /// The keys of all rows of an entity, without a lock, in the order of its lists.
  /// - Parameter limit: at most so many.
  package func keys(of typeName: String, limit: Int32) async throws(MutationFailure) -> [UUIDValue] {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row).joined(separator: " AND ")) \
      ORDER BY \((entity.order.map { row[$0.column] } + [row[entity.key]]).joined(separator: ", ")) \
      LIMIT \(bind: .int4(limit))
      """)
  }

  /// Changes all rows of an entity that satisfy a condition, and counts their versions up.
  /// - Returns: the keys of the rows that were changed.
  package func update(
    _ typeName: String, _ values: [ColumnValue], where condition: (RowReference<Viewer>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    let filter = (statements.conditions(on: entity, row) + [condition(row)]).joined(separator: " AND ")
    return try await runForKeys(
      """
      UPDATE \(identifier: entity.table) SET \(statements.changes(of: entity, values)) WHERE \(filter) \
      RETURNING \(row[entity.key])
      """)
  }

  /// Removes all rows of an entity that satisfy a condition.
  /// - Returns: the keys of the rows that are gone.
  package func delete(
    _ typeName: String, where condition: (RowReference<Viewer>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    let filter = (statements.conditions(on: entity, row) + [condition(row)]).joined(separator: " AND ")
    return try await runForKeys(
      "DELETE FROM \(identifier: entity.table) WHERE \(filter) RETURNING \(row[entity.key])")
  }

  /// Changes a row, and counts its version up.
  /// - Returns: whether the viewer has such a row.
  package func update(
    _ typeName: String, key: UUIDValue, _ values: [ColumnValue]
  ) async throws(MutationFailure) -> Bool {
    try await update(typeName, key: key, values, returning: []).count == 1
  }

  /// Changes a row, and counts its version up.
  /// - Parameters:
  ///   - condition: what else the row must satisfy.
  ///   - columns: what is wanted of the row as it is then.
  /// - Returns: the row's key and these columns; no row when the viewer has none with this key that satisfies the
  ///   condition.
  package func update(
    _ typeName: String, key: UUIDValue, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    _ values: [ColumnValue], returning columns: [String]
  ) async throws(MutationFailure) -> Rows {
    try await run(
      statements.update(typeName, key: key, version: nil, where: condition, values, returning: columns))
  }

  /// Removes a row.
  /// - Returns: whether the viewer had such a row.
  package func delete(_ typeName: String, key: UUIDValue) async throws(MutationFailure) -> Bool {
    try await run(statements.deletion(typeName, key: key, version: nil)).count == 1
  }

  /// Reads columns of a row and locks it until the end of the transaction.
  /// - Returns: no row when the viewer has none with this key.
  package func locked(
    _ typeName: String, key: UUIDValue, columns: [String]
  ) async throws(MutationFailure) -> Rows {
    try await run("\(selection(typeName, key: key, columns: columns)) FOR NO KEY UPDATE")
  }

  private func selection(_ typeName: String, key: UUIDValue, columns: [String]) -> SQL {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    return """
      SELECT \(columns.map { row[$0] }.joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, key))
      """
  }

  /// Removes the rows of an entity that refer to any of `keys` by `column`.
  /// - Returns: the keys of the rows that are gone.
  package func delete(
    _ typeName: String, where column: String, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      DELETE FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, column, keys)) \
      RETURNING \(row[entity.key])
      """)
  }

  /// The keys of the rows of an entity that refer to any of `keys` by `column`, each locked.
  package func keys(
    of typeName: String, where column: String, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = statements.entity(typeName)
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, column, keys)) FOR UPDATE
      """)
  }

  private func runForKeys(_ statement: SQL) async throws(MutationFailure) -> [UUIDValue] {
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
