import SQL

/// The statements that can change rows, and what all of them carry: the viewer's scope, and what the viewer can see of
/// it — the second lock, as the planner puts it on what is read.
package struct ScopedStatements<Viewer: ViewerContext>: Sendable {
  package let viewer: Viewer
  let map: EntityMap<Viewer>
  private let locks: PlannerLocks

  package init(viewer: Viewer, map: EntityMap<Viewer>, locks: PlannerLocks = .all) {
    self.viewer = viewer
    self.map = map
    self.locks = locks
  }

  /// The same for another viewer.
  func acting(as other: Viewer) -> ScopedStatements { ScopedStatements(viewer: other, map: map, locks: locks) }

  // MARK: Statements of one row

  /// Adds a row.
  ///
  ///     INSERT INTO subjects (family_id, id, name) VALUES ($1, $2, $3)
  func insertion(_ entity: Entity<Viewer>, key: UUIDValue, _ values: [ColumnValue]) -> SQL {
    let (columns, cells) = cells(of: entity, key, values)
    return "INSERT INTO \(identifier: entity.table) (\(columns)) VALUES (\(cells))"
  }

  /// Adds a row, unless its id was used before.
  ///
  ///     WITH kept AS (INSERT INTO used_ids … ON CONFLICT DO NOTHING RETURNING id)
  ///     INSERT INTO subjects (family_id, id, name) SELECT $1, $2, $5 FROM kept RETURNING id
  func insertion(
    _ entity: Entity<Viewer>, key: UUIDValue, _ values: [ColumnValue], keepingIDFor input: MutationInput
  ) -> SQL {
    let (columns, cells) = cells(of: entity, key, values)
    let kept = IdempotencyKey(key, of: entity, for: input, in: self).insertion()
    return """
      WITH kept AS (\(kept)) INSERT INTO \(identifier: entity.table) (\(columns)) SELECT \(cells) FROM kept \
      RETURNING \(identifier: entity.key)
      """
  }

  /// Changes a row, and counts its version up.
  ///
  ///     UPDATE subjects SET name = $1, version = version + 1, updated_at = now()
  ///     WHERE subjects.family_id = $2 AND subjects.id = $3 AND subjects.version = $4 RETURNING subjects.id
  ///
  /// - Parameters:
  ///   - version: the version that the row must have; nil for any.
  ///   - condition: a further condition on the row.
  ///   - columns: the columns to return besides the key, with their new values.
  func update(
    _ entity: Entity<Viewer>, key: UUIDValue, version: Int32?, where condition: ((RowReference<Viewer>) -> SQL)?,
    _ values: [ColumnValue], returning columns: [String]
  ) -> SQL {
    let row = reference(to: entity)
    let condition: SQL = condition.map { " AND \($0(row))" } ?? ""
    return """
      UPDATE \(identifier: entity.table) SET \(changes(of: entity, values)) \
      WHERE \(conditions(on: entity, row, key, version: version))\(condition) \
      RETURNING \(([entity.key] + columns).map { row[$0] }.joined(separator: ", "))
      """
  }

  /// Reads columns of a row, and whether it satisfies conditions.
  func selection(
    _ entity: Entity<Viewer>, key: UUIDValue, columns: [String],
    _ conditions: [@Sendable (RowReference<Viewer>) -> SQL] = []
  ) -> SQL {
    let row = reference(to: entity)
    let list = columns.map { row[$0] } + conditions.map { condition -> SQL in "(\(condition(row)))" }
    return """
      SELECT \(list.joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(self.conditions(on: entity, row, key))
      """
  }

  /// Removes a row.
  ///
  ///     DELETE FROM subjects WHERE subjects.family_id = $1 AND subjects.id = $2 RETURNING subjects.id
  func deletion(
    _ entity: Entity<Viewer>, key: UUIDValue, version: Int32?, where condition: ((RowReference<Viewer>) -> SQL)? = nil
  ) -> SQL {
    let row = reference(to: entity)
    let condition: SQL = condition.map { " AND \($0(row))" } ?? ""
    return """
      DELETE FROM \(identifier: entity.table) WHERE \(conditions(on: entity, row, key, version: version))\(condition) \
      RETURNING \(row[entity.key])
      """
  }

  // MARK: Parts of statements

  func reference(to entity: Entity<Viewer>) -> RowReference<Viewer> { reference(named: entity.table) }

  func reference(named alias: String) -> RowReference<Viewer> {
    // The transaction's settings have the values that only the database knows.
    RowReference(alias: alias) { [viewer] attribute in
      attribute.setting == nil ? "\(bind: viewer.value(of: attribute))" : attribute.planned(for: Viewer.self)
    }
  }

  func scopeConditions(_ scope: RowScope<Viewer>, on row: RowReference<Viewer>) -> [SQL] {
    locks.contains(.scope) ? [scope.condition(on: row)] : []
  }

  /// The scope, the visibility and the restriction: what holds for every row of the entity, everywhere.
  func conditions(on entity: Entity<Viewer>, _ row: RowReference<Viewer>) -> [SQL] {
    var conditions: [SQL] = []
    if locks.contains(.scope) {
      conditions.append(entity.scope.condition(on: row))
      if let visible = entity.visibility.condition(viewer.planClass, row) { conditions.append(visible) }
    }
    if let restriction = entity.restriction { conditions.append(restriction(row)) }
    return conditions
  }

  func conditions(
    on entity: Entity<Viewer>, _ row: RowReference<Viewer>, _ key: UUIDValue, version: Int32? = nil
  ) -> SQL {
    let key: SQL = "\(row[entity.key]) = \(bind: .uuid(key))"
    let version = version.map { version -> SQL in "\(row["version"]) = \(bind: .int4(version))" }
    return (conditions(on: entity, row) + [key] + (version.map { [$0] } ?? [])).joined(separator: " AND ")
  }

  func conditions(
    on entity: Entity<Viewer>, _ row: RowReference<Viewer>, _ column: String, _ keys: [UUIDValue]
  ) -> SQL {
    (conditions(on: entity, row) + ["\(row[column]) = ANY (\(bind: .uuidArray(keys)))"]).joined(separator: " AND ")
  }

  func changes(of entity: Entity<Viewer>, _ values: [ColumnValue]) -> SQL {
    let changes = values.map { value -> SQL in "\(identifier: value.column) = \(value.value)" }
    let count: [SQL] = entity.isVersioned ? ["version = version + 1", "updated_at = now()"] : []
    return (changes + count).joined(separator: ", ")
  }

  /// The columns of a new row, and their values: the scope's are the viewer's.
  private func cells(
    of entity: Entity<Viewer>, _ key: UUIDValue, _ values: [ColumnValue]
  ) -> (columns: SQL, cells: SQL) {
    // For a row with several owners, the values name one.
    let scope = entity.scope
    let own = scope.isList ? [] : [ColumnValue(scope.column, viewer.value(of: scope.attribute))]
    let rest = [ColumnValue(entity.key, .uuid(key))] + values
    let all = own + rest.filter { value in !own.contains { $0.column == value.column } }
    return (
      all.map { value -> SQL in "\(identifier: value.column)" }.joined(separator: ", "),
      all.map(\.value).joined(separator: ", ")
    )
  }
}
