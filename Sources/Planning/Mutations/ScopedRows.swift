package import SQL

/// All that a mutation can do to rows: every statement is of an entity, in the viewer's scope, over rows that the
/// viewer can see — the second lock, as the planner puts it on what is read.
///
/// A row of another family is not found, whatever is asked of it.
package struct ScopedRows<Viewer: ViewerContext>: Sendable {
  /// A column and the value it gets.
  package struct Assignment: Sendable {
    package let column: String
    package let value: SQL

    package init(_ column: String, _ value: SQLValue) {
      self.init(column, sql: "\(bind: value)")
    }

    /// A value that the database computes, such as `now()`.
    package init(_ column: String, sql value: SQL) {
      self.column = column
      self.value = value
    }

    /// The time of the transaction.
    package static func now(_ column: String) -> Assignment { Assignment(column, sql: "now()") }
  }

  package let viewer: Viewer
  private let map: EntityMap<Viewer>
  private let locks: PlannerLocks
  private let transaction: any Transaction

  /// - Parameter transaction: one that gives no rows before the scope is set and the viewer's membership is checked.
  package init(
    viewer: Viewer, map: EntityMap<Viewer>, locks: PlannerLocks = .all, transaction: any Transaction
  ) {
    self.viewer = viewer
    self.map = map
    self.locks = locks
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
    return ScopedRows(viewer: other, map: map, locks: locks, transaction: transaction)
  }

  /// Calls a function of the database, for what has to be looked up before there is a scope.
  ///
  ///     SELECT * FROM family_of_code($1)
  package func call(_ function: DatabaseFunction, _ arguments: SQLValue...) async throws(MutationFailure) -> Rows {
    let binds = arguments.map { argument -> SQL in "\(bind: argument)" }.joined(separator: ", ")
    return try await run("SELECT * FROM \(identifier: function.name)(\(binds))")
  }

  /// Adds a row.
  ///
  ///     INSERT INTO subjects (family_id, id, name) VALUES ($1, $2, $3)
  /// - Throws: `LIMIT_EXCEEDED` when there are more than may be with it.
  package func insert(
    _ typeName: String, key: UUIDValue, _ values: [Assignment], within limit: RowLimit? = nil
  ) async throws(MutationFailure) {
    let entity = entity(typeName)
    let (columns, binds) = cells(of: entity, key, values)
    let insertion: SQL = "INSERT INTO \(identifier: entity.table) (\(columns)) VALUES (\(binds))"
    let results = try await run([insertion] + (limit.map { [count(upTo: $0)] } ?? []))
    if let limit, results[1].int4(row: 0, column: 0) ?? .max > limit.maximum { throw limit.failure }
  }

  /// The columns of a new row, and their values: the scope's are the viewer's.
  func cells(
    of entity: Entity<Viewer>, _ key: UUIDValue, _ values: [Assignment]
  ) -> (columns: SQL, values: SQL) {
    let own = Assignment(entity.scope.column, viewer.value(of: entity.scope.attribute))
    let rest = [Assignment(entity.key, .uuid(key))] + values
    let all = [own] + rest.filter { $0.column != own.column }
    return (
      all.map { value -> SQL in "\(identifier: value.column)" }.joined(separator: ", "),
      all.map(\.value).joined(separator: ", ")
    )
  }

  /// How many rows there are, one more than the limit at most.
  func count(upTo limit: RowLimit) -> SQL {
    let entity = entity(limit.typeName)
    let row = reference(to: entity)
    return """
      SELECT count(*)::int4 FROM (SELECT FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row).joined(separator: " AND ")) \
      LIMIT \(bind: .int4(limit.maximum + 1))) AS rows
      """
  }

  /// Reads columns of a row, without a lock.
  /// - Returns: no row when the viewer has none with this key.
  package func row(
    _ typeName: String, key: UUIDValue, columns: [String]
  ) async throws(MutationFailure) -> Rows {
    let entity = entity(typeName)
    let row = reference(to: entity)
    return try await run(
      """
      SELECT \(columns.map { row[$0] }.joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row, key))
      """)
  }

  /// The keys of all rows of an entity, without a lock, in the order of its lists.
  /// - Parameter limit: at most so many.
  package func keys(of typeName: String, limit: Int32) async throws(MutationFailure) -> [UUIDValue] {
    let entity = entity(typeName)
    let row = reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row).joined(separator: " AND ")) \
      ORDER BY \((entity.order.map { row[$0.column] } + [row[entity.key]]).joined(separator: ", ")) \
      LIMIT \(bind: .int4(limit))
      """)
  }

  /// Changes all rows of an entity that satisfy a condition, and counts their versions up.
  /// - Returns: the keys of the rows that were changed.
  package func update(
    _ typeName: String, _ values: [Assignment], where condition: (RowReference<Viewer>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = entity(typeName)
    let row = reference(to: entity)
    let filter = (conditions(on: entity, row) + [condition(row)]).joined(separator: " AND ")
    return try await runForKeys(
      "UPDATE \(identifier: entity.table) SET \(changes(of: entity, values)) WHERE \(filter) RETURNING \(row[entity.key])")
  }

  /// Removes all rows of an entity that satisfy a condition.
  /// - Returns: the keys of the rows that are gone.
  package func delete(
    _ typeName: String, where condition: (RowReference<Viewer>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = entity(typeName)
    let row = reference(to: entity)
    let filter = (conditions(on: entity, row) + [condition(row)]).joined(separator: " AND ")
    return try await runForKeys(
      "DELETE FROM \(identifier: entity.table) WHERE \(filter) RETURNING \(row[entity.key])")
  }

  /// Changes a row, and counts its version up.
  /// - Returns: whether the viewer has such a row.
  package func update(
    _ typeName: String, key: UUIDValue, _ values: [Assignment]
  ) async throws(MutationFailure) -> Bool {
    try await update(typeName, key: key, values, returning: []).count == 1
  }

  /// Changes a row, and counts its version up.
  ///
  ///     UPDATE subjects SET name = $1, version = version + 1, updated_at = now()
  ///     WHERE subjects.family_id = $2 AND subjects.id = $3 AND subjects.version = $4 RETURNING subjects.id
  ///
  /// - Parameters:
  ///   - version: the version that the row must have; nil for any.
  ///   - condition: what else the row must satisfy.
  ///   - columns: what is wanted of the row as it is then.
  /// - Returns: the row's key and these columns; no row when the viewer has none with this key and version that
  ///   satisfies the condition.
  package func update(
    _ typeName: String, key: UUIDValue, version: Int32? = nil, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    _ values: [Assignment], returning columns: [String]
  ) async throws(MutationFailure) -> Rows {
    try await run(change(of: typeName, key: key, version: version, where: condition, values, returning: columns))
  }

  func change(
    of typeName: String, key: UUIDValue, version: Int32?, where condition: ((RowReference<Viewer>) -> SQL)?,
    _ values: [Assignment], returning columns: [String]
  ) -> SQL {
    let entity = entity(typeName)
    let row = reference(to: entity)
    let version: SQL = version.map { " AND \(row["version"]) = \(bind: .int4($0))" } ?? ""
    let condition: SQL = condition.map { " AND \($0(row))" } ?? ""
    return """
      UPDATE \(identifier: entity.table) SET \(changes(of: entity, values)) \
      WHERE \(conditions(on: entity, row, key))\(version)\(condition) \
      RETURNING \(([entity.key] + columns).map { row[$0] }.joined(separator: ", "))
      """
  }

  private func changes(of entity: Entity<Viewer>, _ values: [Assignment]) -> SQL {
    let changes = values.map { value -> SQL in "\(identifier: value.column) = \(value.value)" }
    let count: [SQL] = entity.isVersioned ? ["version = version + 1", "updated_at = now()"] : []
    return (changes + count).joined(separator: ", ")
  }

  /// Removes a row.
  /// - Parameters:
  ///   - version: the version that the row must have; nil for any.
  ///   - columns: what is wanted of the row as it was.
  /// - Returns: the row's key and these columns; no row when the viewer had none with this key and version.
  package func delete(
    _ typeName: String, key: UUIDValue, version: Int32? = nil, returning columns: [String] = []
  ) async throws(MutationFailure) -> Rows {
    try await run(deletion(typeName, key: key, version: version, returning: columns))
  }

  func deletion(_ typeName: String, key: UUIDValue, version: Int32?, returning columns: [String]) -> SQL {
    let entity = entity(typeName)
    let row = reference(to: entity)
    let version: SQL = version.map { " AND \(row["version"]) = \(bind: .int4($0))" } ?? ""
    return """
      DELETE FROM \(identifier: entity.table) WHERE \(conditions(on: entity, row, key))\(version) \
      RETURNING \(([entity.key] + columns).map { row[$0] }.joined(separator: ", "))
      """
  }

  /// Reads columns of a row and locks it until the end of the transaction.
  /// - Returns: no row when the viewer has none with this key.
  package func locked(
    _ typeName: String, key: UUIDValue, columns: [String]
  ) async throws(MutationFailure) -> Rows {
    let entity = entity(typeName)
    let row = reference(to: entity)
    return try await run(
      """
      SELECT \(columns.map { row[$0] }.joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row, key)) FOR NO KEY UPDATE
      """)
  }

  /// Removes the rows of an entity that refer to any of `keys` by `column`.
  /// - Returns: the keys of the rows that are gone.
  package func delete(
    _ typeName: String, where column: String, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = entity(typeName)
    let row = reference(to: entity)
    return try await runForKeys(
      """
      DELETE FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row, column, keys)) \
      RETURNING \(row[entity.key])
      """)
  }

  /// The keys of the rows of an entity that refer to any of `keys` by `column`, each locked.
  package func keys(
    of typeName: String, where column: String, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = entity(typeName)
    let row = reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) WHERE \(conditions(on: entity, row, column, keys)) \
      FOR UPDATE
      """)
  }

  func entity(_ typeName: String) -> Entity<Viewer> {
    guard let entity = map.changeableEntity(typeName) else {
      preconditionFailure("\(typeName) is not an entity: a mutation names what no area has")
    }
    return entity
  }

  private func reference(to entity: Entity<Viewer>) -> RowReference<Viewer> { reference(named: entity.table) }

  func reference(named alias: String) -> RowReference<Viewer> {
    RowReference(alias: alias) { [viewer] attribute in "\(bind: viewer.value(of: attribute))" }
  }

  func scopeConditions(_ scope: RowScope<Viewer>, on row: RowReference<Viewer>) -> [SQL] {
    locks.contains(.scope) ? [scope.condition(on: row)] : []
  }

  /// The scope, the visibility and the restriction: what holds for every row of the entity, everywhere.
  private func conditions(on entity: Entity<Viewer>, _ row: RowReference<Viewer>) -> [SQL] {
    var conditions: [SQL] = []
    if locks.contains(.scope) {
      conditions.append(entity.scope.condition(on: row))
      if let visible = entity.visibility.condition(viewer.planClass, row) { conditions.append(visible) }
    }
    if let restriction = entity.restriction { conditions.append(restriction(row)) }
    return conditions
  }

  private func conditions(on entity: Entity<Viewer>, _ row: RowReference<Viewer>, _ key: UUIDValue) -> SQL {
    (conditions(on: entity, row) + ["\(row[entity.key]) = \(bind: .uuid(key))"]).joined(separator: " AND ")
  }

  private func conditions(
    on entity: Entity<Viewer>, _ row: RowReference<Viewer>, _ column: String, _ keys: [UUIDValue]
  ) -> SQL {
    (conditions(on: entity, row) + ["\(row[column]) = ANY (\(bind: .uuidArray(keys)))"]).joined(separator: " AND ")
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
      throw .database(error)
    }
  }
}
