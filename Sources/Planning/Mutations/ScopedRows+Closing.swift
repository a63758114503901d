package import SQL

/// Statements for the end of a mutation, which are not run yet: each gives the row's key if it does something.
extension ScopedRows {
  /// Changes a row; see `update`.
  package func updating(
    _ typeName: String, key: UUIDValue, version: Int32? = nil, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    _ values: [Assignment]
  ) -> ScopedStatement {
    ScopedStatement(change(of: typeName, key: key, version: version, where: condition, values, returning: []))
  }

  /// Removes a row; see `delete`.
  package func removing(_ typeName: String, key: UUIDValue, version: Int32? = nil) -> ScopedStatement {
    ScopedStatement(deletion(typeName, key: key, version: version, returning: []))
  }

  /// Adds a row, unless its id was used before, or there are as many rows as there may be.
  ///
  ///     WITH kept AS (INSERT INTO used_ids … ON CONFLICT DO NOTHING RETURNING id)
  ///     INSERT INTO subjects (family_id, id, name) SELECT $1, $2, $5 FROM kept RETURNING id
  ///
  /// - Parameter input: what the id is kept for; see `useID`.
  package func adding(
    _ typeName: String, key: UUIDValue, _ values: [Assignment], for input: MutationInput, within limit: RowLimit? = nil
  ) -> ScopedStatement {
    let entity = entity(typeName)
    let (columns, cells) = cells(of: entity, key, values)
    let room = limit.map { limit -> SQL in "(\(count(upTo: limit))) < \(bind: .int4(limit.maximum))" }
    let kept = keeping(key, of: typeName, for: input, if: room)
    return ScopedStatement(
      """
      WITH kept AS (\(kept)) INSERT INTO \(identifier: entity.table) (\(columns)) SELECT \(cells) FROM kept \
      RETURNING \(identifier: entity.key)
      """)
  }
}
