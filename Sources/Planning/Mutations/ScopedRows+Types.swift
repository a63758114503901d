package import SQL

/// Statements of types that code names.
extension ScopedRows {
  /// Adds a row.
  ///
  ///     INSERT INTO subjects (family_id, id, name) VALUES ($1, $2, $3)
  /// - Throws: `LIMIT_EXCEEDED` when the family would keep more than the quota of the type.
  package func insert<Type: EntityType<Viewer>>(
    _ type: Type.Type, key: UUIDValue, _ values: [ColumnValue]
  ) async throws(MutationFailure) {
    try await insert(type.entity, key: key, values)
  }

  /// Adds rows, in one round trip.
  package func insert<Type: EntityType<Viewer>>(
    _ type: Type.Type, _ rows: [(key: UUIDValue, values: [ColumnValue])]
  ) async throws(MutationFailure) {
    _ = try await run(rows.map { insertion(of: type, key: $0.key, $0.values) })
  }

  /// The statement that adds a row.
  package func insertion<Type: EntityType<Viewer>>(of type: Type.Type, key: UUIDValue, _ values: [ColumnValue]) -> SQL {
    statements.insertion(type.entity, key: key, values)
  }

  /// Reads columns of a row, without a lock.
  /// - Returns: no row when the viewer has none with this key.
  package func row<Type: EntityType<Viewer>>(
    _ type: Type.Type, key: UUIDValue, columns: [Type.Column]
  ) async throws(MutationFailure) -> Rows {
    try await run(statements.selection(type.entity, key: key, columns: columns.map(\.rawValue)))
  }

  /// Reads columns of all rows of a type that satisfy a condition, and expressions over them, without a lock.
  /// - Parameter order: the column that the rows are in the order of; nil for their key.
  package func found<Type: EntityType<Viewer>>(
    _ type: Type.Type, columns: [Type.Column], computed: [(RowReference<Viewer>) -> SQL] = [], order: Type.Column? = nil,
    where condition: (TypedRow<Type>) -> SQL
  ) async throws(MutationFailure) -> Rows {
    try await read(reading(type, columns: columns, computed: computed, order: order, where: condition) { $0 })
  }

  /// Reads columns of a row and locks it until the end of the transaction.
  /// - Returns: no row when the viewer has none with this key.
  package func locked<Type: EntityType<Viewer>>(
    _ type: Type.Type, key: UUIDValue, columns: [Type.Column]
  ) async throws(MutationFailure) -> Rows {
    try await locked(type.entity, key: key, columns: columns.map(\.rawValue))
  }

  /// Locks the row that a row of another type refers to, until the end of the transaction, in one round trip.
  ///
  ///     SELECT school_classes.school_id FROM school_classes …;
  ///     SELECT schools.id FROM schools WHERE schools.id = (SELECT school_classes.school_id …) FOR NO KEY UPDATE
  /// - Returns: the key that the row refers to; nil where the viewer has no such row. Row-level security locks only what the viewer
  ///   may write: check who it is.
  package func lock<Owner: EntityType<Viewer>>(
    _ owner: Owner.Type, of entity: Entity<Viewer>, key: UUIDValue, by column: String
  ) async throws(MutationFailure) -> UUIDValue? {
    let row = statements.reference(to: owner.entity)
    let reference = statements.selection(entity, key: key, columns: [column])
    let conditions = statements.conditions(on: owner.entity, row) + ["\(row[owner.entity.key]) = (\(reference))"]
    let found = try await run([
      reference,
      """
      SELECT \(row[owner.entity.key]) FROM \(identifier: owner.entity.table) \
      WHERE \(conditions.joined(separator: " AND ")) FOR NO KEY UPDATE
      """,
    ])[0]
    return found.count == 1 ? found.uuid(row: 0, column: 0) : nil
  }

  /// The key that a row refers to by a column, and whether the row satisfies a condition, without a lock; nil where the viewer has no
  /// such row.
  package func reference(
    of entity: Entity<Viewer>, key: UUIDValue, by column: String, where condition: @escaping @Sendable (RowReference<Viewer>) -> SQL
  ) async throws(MutationFailure) -> (key: UUIDValue, isMet: Bool)? {
    let found = try await run(statements.selection(entity, key: key, columns: [column], [condition]))
    guard found.count == 1, let key = found.uuid(row: 0, column: 0) else { return nil }
    return (key, found.withCell(row: 0, column: 1) { $0.first == 1 })
  }

  /// The keys of all rows of a type, without a lock, in the order of its lists.
  /// - Parameter limit: at most so many.
  package func keys<Type: EntityType<Viewer>>(
    of type: Type.Type, limit: Int32
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = type.entity
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row).joined(separator: " AND ")) \
      ORDER BY \((entity.order.map { row[$0.column] } + [row[entity.key]]).joined(separator: ", ")) \
      LIMIT \(bind: .int4(limit))
      """)
  }

  /// The keys of the rows of a type that refer to any of `keys` by `column`, each locked.
  package func keys<Type: EntityType<Viewer>>(
    of type: Type.Type, where column: Type.Column, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = type.entity
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      SELECT \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, column.rawValue, keys)) FOR UPDATE
      """)
  }

  /// The keys of the rows of a type that refer to any of `keys` by `column` and satisfy a condition, by what they refer to. Each
  /// is locked, in the order of their keys. No two refer to the same.
  package func references<Type: EntityType<Viewer>>(
    of type: Type.Type, _ column: Type.Column, among keys: [UUIDValue], where condition: (TypedRow<Type>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue: UUIDValue] {
    let entity = type.entity
    let row = statements.reference(to: entity)
    let found = try await run(
      """
      SELECT \(row[column.rawValue]), \(row[entity.key]) FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, column.rawValue, keys)) AND \(condition(TypedRow(row))) \
      ORDER BY \(row[entity.key]) FOR NO KEY UPDATE
      """)
    var references: [UUIDValue: UUIDValue] = [:]
    for index in 0..<found.count {
      if let target = found.uuid(row: index, column: 0), let key = found.uuid(row: index, column: 1) { references[target] = key }
    }
    return references
  }

  /// Changes a row, and counts its version up.
  /// - Returns: whether the viewer has such a row.
  package func update<Type: EntityType<Viewer>>(
    _ type: Type.Type, key: UUIDValue, _ values: [ColumnValue]
  ) async throws(MutationFailure) -> Bool {
    try await update(type.entity, key: key, values, returning: []).count == 1
  }

  /// Changes all rows of a type that satisfy a condition, and counts their versions up.
  /// - Returns: the keys of the rows that were changed.
  package func update<Type: EntityType<Viewer>>(
    _ type: Type.Type, _ values: [ColumnValue], where condition: (TypedRow<Type>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    try await runForKeys(change(of: type, values, where: condition))
  }

  /// The statement that does so.
  package func change<Type: EntityType<Viewer>>(
    of type: Type.Type, _ values: [ColumnValue], where condition: (TypedRow<Type>) -> SQL
  ) -> SQL {
    let entity = type.entity
    let row = statements.reference(to: entity)
    let filter = (statements.conditions(on: entity, row) + [condition(TypedRow(row))]).joined(separator: " AND ")
    return """
      UPDATE \(identifier: entity.table) SET \(statements.changes(of: entity, values)) WHERE \(filter) \
      RETURNING \(row[entity.key])
      """
  }

  /// Removes a row.
  /// - Returns: whether the viewer had such a row.
  package func delete<Type: EntityType<Viewer>>(
    _ type: Type.Type, key: UUIDValue
  ) async throws(MutationFailure) -> Bool {
    try await delete(type.entity, key: key)
  }

  /// Removes all rows of a type that satisfy a condition.
  /// - Returns: the keys of the rows that are gone.
  package func delete<Type: EntityType<Viewer>>(
    _ type: Type.Type, where condition: (TypedRow<Type>) -> SQL
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = type.entity
    let row = statements.reference(to: entity)
    let filter = (statements.conditions(on: entity, row) + [condition(TypedRow(row))]).joined(separator: " AND ")
    return try await runForKeys(
      "DELETE FROM \(identifier: entity.table) WHERE \(filter) RETURNING \(row[entity.key])")
  }

  /// Removes the rows of a type that refer to any of `keys` by `column`.
  /// - Returns: the keys of the rows that are gone.
  package func delete<Type: EntityType<Viewer>>(
    _ type: Type.Type, where column: Type.Column, isAmong keys: [UUIDValue]
  ) async throws(MutationFailure) -> [UUIDValue] {
    let entity = type.entity
    let row = statements.reference(to: entity)
    return try await runForKeys(
      """
      DELETE FROM \(identifier: entity.table) \
      WHERE \(statements.conditions(on: entity, row, column.rawValue, keys)) \
      RETURNING \(row[entity.key])
      """)
  }

  /// Keeps the id of a new row of a type, so that the same input sent again makes no second one.
  /// - Parameter register: nil for the ids of the type's scope.
  /// - Returns: whether the row is to be made; false where the same input came before.
  /// - Throws: `CONFLICT` at `id` where it was used for something else.
  package func isNew<Type: EntityType<Viewer>>(
    _ id: UUIDValue, of type: Type.Type, for input: MutationInput, in register: IDRegister? = nil
  ) async throws(MutationFailure) -> Bool {
    switch try await useID(id, of: type.entity, for: input, in: register) {
    case .new: return true
    case .sameInput: return false
    case .otherInput: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
    }
  }

  /// Keeps an id for a new row of a type, so that the same input sent again makes no second one.
  package func useID<Type: EntityType<Viewer>>(
    _ id: UUIDValue, of type: Type.Type, for input: MutationInput
  ) async throws(MutationFailure) -> IDUse {
    try await useID(id, of: type.entity, for: input)
  }
}
