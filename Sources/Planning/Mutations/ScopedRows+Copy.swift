package import SQL

/// The key of a row, that of its copy, and that of the object that the copy is part of.
package struct CopiedKey: Sendable {
  let original: UUIDValue
  let copy: UUIDValue
  let owner: UUIDValue

  package init(original: UUIDValue, copy: UUIDValue, owner: UUIDValue) {
    self.original = original
    self.copy = copy
    self.owner = owner
  }
}

extension ScopedRows {
  /// Reads expressions over the rows of a type that satisfy a condition, in an order, without a lock.
  package func read<Type: EntityType<Viewer>>(
    _ type: Type.Type, where condition: (TypedRow<Type>) -> SQL, order: (TypedRow<Type>) -> [SQL], limit: Int,
    _ values: (TypedRow<Type>) -> [SQL]
  ) async throws(MutationFailure) -> Rows {
    let entity = type.entity
    let row = statements.reference(to: entity)
    let typed = TypedRow<Type>(row)
    let conditions = statements.conditions(on: entity, row) + [condition(typed)]
    return try await run(
      """
      SELECT \(([row[entity.key]] + values(typed)).joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(conditions.joined(separator: " AND ")) \
      ORDER BY \((order(typed) + [row[entity.key]]).joined(separator: ", ")) LIMIT \(bind: .int8(Int64(limit)))
      """)
  }

  /// Adds copies of rows, in one statement.
  ///
  ///     INSERT INTO questions (family_id, id, assignment_id, prompt, position)
  ///     SELECT questions.family_id, copied.copy, copied.owner, questions.prompt, questions.position
  ///     FROM unnest($1, $2, $3) AS copied (original, copy, owner)
  ///     JOIN questions ON questions.family_id = $4 AND questions.id = copied.original
  ///
  /// - Parameters:
  ///   - columns: the columns that a copy has from its original.
  ///   - owner: the column that refers to the object that the copy is part of.
  ///   - others: values of columns in place of the original's.
  package func copy<Type: EntityType<Viewer>>(
    _ type: Type.Type, _ keys: [CopiedKey], columns: [String], owner: Type.Column,
    replacing others: (TypedRow<Type>) -> [ColumnValue] = { _ in [] }
  ) async throws(MutationFailure) {
    if keys.isEmpty { return }
    let entity = type.entity
    let row = statements.reference(to: entity)
    var values = [
      ColumnValue(entity.scope.column, sql: row[entity.scope.column]), ColumnValue(entity.key, sql: "copied.copy"),
      ColumnValue(owner.rawValue, sql: "copied.owner"),
    ]
    for value in others(TypedRow(row)) where !values.contains(where: { $0.column == value.column }) { values.append(value) }
    for column in columns where !values.contains(where: { $0.column == column }) {
      values.append(ColumnValue(column, sql: row[column]))
    }
    let names = values.map { value -> SQL in "\(identifier: value.column)" }.joined(separator: ", ")
    let conditions = statements.conditions(on: entity, row) + ["\(row[entity.key]) = copied.original"]
    _ = try await run(
      """
      INSERT INTO \(identifier: entity.table) (\(names)) SELECT \(values.map(\.value).joined(separator: ", ")) \
      FROM unnest(\(bind: .uuidArray(keys.map(\.original))), \(bind: .uuidArray(keys.map(\.copy))), \
      \(bind: .uuidArray(keys.map(\.owner)))) AS copied (original, copy, owner) \
      JOIN \(identifier: entity.table) ON \(conditions.joined(separator: " AND "))
      """)
  }
}
