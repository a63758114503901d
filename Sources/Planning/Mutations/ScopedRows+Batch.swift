package import SQL

/// Writes of several rows of one type, each as it would be by itself. They take effect together or not at all: one statement
/// for all rows that write the same columns.
extension ScopedRows {
  /// Adds rows, unless their ids were used before. An input that came before changes nothing.
  /// - Returns: the keys of the rows that are new.
  /// - Throws: the first failure in the order of the writes, with the path of its item.
  package func insert(_ writes: [RowWrite<Viewer>]) async throws(MutationFailure) -> Set<UUIDValue> {
    guard let entity = writes.first?.entity else { return [] }
    try refuseRepetition(writes)
    var contents: [RowWrite<Viewer>.Content] = []
    for write in writes { contents.append(try write.content()) }
    let changes = zip(writes, contents).map { BatchedChange(write: $0, values: $1.values) }
    try await checkRequirements(Array(zip(writes, contents)))
    let uses = try await useIDs(writes.map { ($0.key, $0.input) }, of: entity)
    var new: [BatchedChange<Viewer>] = []
    for change in changes {
      switch uses[change.write.key] {
      case .new?: new.append(change)
      case .sameInput?: break
      case .otherInput?, nil:
        throw .conflict("This id was used for something else: send another.", at: change.write.input.path(of: "id"), version: nil)
      }
    }
    try await run(new, together: { statements.insertion(entity, $0) }) { change in
      statements.insertion(entity, key: change.write.key, change.values)
    }
    for change in new { try await change.write.following?(self) }
    return Set(new.map(\.write.key))
  }

  /// Changes rows, and counts their versions up. All are locked first, in the order of their keys.
  /// - Returns: the keys of each write's former columns before and after, in the order of the writes.
  /// - Throws: the first `.notFound` or `.conflict` in the order of the writes, then what is wrong with an input.
  package func update(_ writes: [RowWrite<Viewer>]) async throws(MutationFailure) -> [BatchedReferences] {
    guard let first = writes.first else { return [] }
    let entity = first.entity
    try refuseRepetition(writes)
    for write in writes { try await write.locks?(self) }
    let columns = first.former.map(\.value)
    let locked = try await run(statements.locking(entity, writes.map(\.key), columns))
    var places: [UUIDValue: Int] = [:]
    for row in 0..<locked.count {
      if let key = locked.uuid(row: row, column: 0) { places[key] = row }
    }
    for write in writes {
      guard let row = places[write.key] else { throw write.input.notFound("id") }
      if let version = write.version, let current = locked.int4(row: row, column: 1), version != current {
        throw .conflict("It has changed since that version: read it again.", at: write.input.path(of: "ifVersion"), version: current)
      }
    }
    var contents: [RowWrite<Viewer>.Content] = []
    for write in writes { contents.append(try write.content()) }
    let isChanging = try await meetRequirements(writes, contents)
    var changes: [BatchedChange<Viewer>] = []
    for (index, write) in writes.enumerated() where isChanging[index] {
      if contents[index].values.isEmpty && write.following == nil { continue }
      try await write.before?(self)
      changes.append(BatchedChange(write: write, values: contents[index].values))
    }
    try await run(changes, together: { statements.update(entity, $0) }) { change in
      statements.update(entity, key: change.write.key, version: nil, where: nil, change.values, returning: [])
    }
    for change in changes { try await change.write.following?(self) }
    return zip(writes, contents).map { write, content in
      BatchedReferences(
        columns.enumerated().map { index, column in
          let before = places[write.key].flatMap { locked.uuid(row: $0, column: index + 2) }
          let written = content.values.last { $0.column == column }
          guard let written else { return (column, before, before) }
          if case .uuid(let after)? = written.constant { return (column, before, after) }
          return (column, before, nil)
        })
    }
  }

  /// Whether each write changes its row; the requirements of all are read in one round trip.
  private func meetRequirements(
    _ writes: [RowWrite<Viewer>], _ contents: [RowWrite<Viewer>.Content]
  ) async throws(MutationFailure) -> [Bool] {
    var isChanging = writes.map { _ in true }
    let required = contents.indices.filter { !contents[$0].requirements.isEmpty }
    if required.isEmpty { return isChanging }
    let rows = required.map { LockedRow(writes[$0].entity, former: [], contents[$0].requirements) }
    let results = try await run(zip(required, rows).map { index, row in row.statement(writes[index].key, self) })
    for (index, (row, result)) in zip(required, zip(rows, results)) {
      isChanging[index] = try row.reading(result).meetsRequirements()
    }
    return isChanging
  }

  /// Two writes of one row have no order.
  private func refuseRepetition(_ writes: [RowWrite<Viewer>]) throws(MutationFailure) {
    var seen: Set<UUIDValue> = []
    for write in writes where !seen.insert(write.key).inserted {
      throw .invalid("This id is given twice.", at: write.input.path(of: "id"))
    }
  }

  /// Runs a statement for the changes of each shape. Where PostgreSQL refuses one, the changes run one by one, which tells the
  /// item that is to blame.
  private func run(
    _ changes: [BatchedChange<Viewer>], together: (ValueTable) -> SQL, single: (BatchedChange<Viewer>) -> SQL
  ) async throws(MutationFailure) {
    guard let entity = changes.first?.write.entity else { return }
    var shapes: [ValueTable.Shape] = []
    var groups: [ValueTable.Shape: [(key: UUIDValue, values: [ColumnValue])]] = [:]
    for change in changes {
      let shape = ValueTable.Shape(change.values)
      if groups[shape] == nil { shapes.append(shape) }
      groups[shape, default: []].append((change.write.key, change.values))
    }
    do throws(MutationFailure) {
      _ = try await run(
        ["SAVEPOINT batch"] + shapes.map { together(ValueTable($0, key: entity.key, groups[$0] ?? [])) })
    } catch {
      guard case .database(let refusal) = error, refusal.isOfRow else { throw error }
      _ = try await run("ROLLBACK TO SAVEPOINT batch")
      do throws(MutationFailure) {
        _ = try await run(changes.map(single))
      } catch {
        guard case .database(let refusal) = error, let index = refusal.statementIndex, changes.indices.contains(index)
        else { throw error }
        throw changes[index].write.failure(refusal)
      }
      throw error
    }
  }
}

/// The columns that hold keys of other rows, before and after an update.
package struct BatchedReferences: Sendable {
  private let columns: [(name: String, before: UUIDValue?, after: UUIDValue?)]

  init(_ columns: [(name: String, before: UUIDValue?, after: UUIDValue?)]) { self.columns = columns }

  /// The key before and the key after; nil for null.
  package func keys<Column: ColumnName>(_ column: Column) -> [UUIDValue] {
    columns.first { $0.name == column.rawValue }.map { [$0.before, $0.after].compactMap(\.self) } ?? []
  }
}

/// A write of a batch, with what it puts into its row.
private struct BatchedChange<Viewer: ViewerContext> {
  let write: RowWrite<Viewer>
  let values: [ColumnValue]
}

extension StatementError {
  /// Whether the values of a row are why PostgreSQL refused the statement.
  fileprivate var isOfRow: Bool {
    guard case .statement(let state) = reason else { return false }
    return state.rawValue.hasPrefix("22") || state.rawValue.hasPrefix("23")
  }
}

extension ScopedStatements {
  /// Adds the rows of a table of values.
  ///
  ///     INSERT INTO questions (family_id, id, prompt) SELECT $1, given.id, given.prompt
  ///     FROM json_to_recordset($2) AS given (…)
  fileprivate func insertion(_ entity: Entity<Viewer>, _ table: ValueTable) -> SQL {
    let own = ColumnValue(entity.scope.column, viewer.value(of: entity.scope.attribute))
    let values = [own, ColumnValue(entity.key, sql: "given.\(identifier: entity.key)")] + table.values
    let columns = values.map { value -> SQL in "\(identifier: value.column)" }.joined(separator: ", ")
    return """
      INSERT INTO \(identifier: entity.table) (\(columns)) SELECT \(values.map(\.value).joined(separator: ", ")) \
      FROM \(table.table)
      """
  }

  /// Changes the rows of a table of values, which are locked.
  ///
  ///     UPDATE assignments SET title = given.title, version = version + 1, updated_at = now()
  ///     FROM json_to_recordset($1) AS given (id uuid, title text) WHERE assignments.family_id = $2 AND assignments.id = given.id
  fileprivate func update(_ entity: Entity<Viewer>, _ table: ValueTable) -> SQL {
    let row = reference(to: entity)
    let conditions = conditions(on: entity, row) + ["\(row[entity.key]) = given.\(identifier: entity.key)"]
    return """
      UPDATE \(identifier: entity.table) SET \(changes(of: entity, table.values)) FROM \(table.table) \
      WHERE \(conditions.joined(separator: " AND "))
      """
  }

  /// Reads the keys, the versions and columns of rows, and locks them in the order of their keys.
  fileprivate func locking(_ entity: Entity<Viewer>, _ keys: [UUIDValue], _ columns: [String]) -> SQL {
    let row = reference(to: entity)
    let list = [row[entity.key], entity.isVersioned ? row["version"] : "NULL::int4"] + columns.map { row[$0] }
    return """
      SELECT \(list.joined(separator: ", ")) FROM \(identifier: entity.table) \
      WHERE \(conditions(on: entity, row, entity.key, keys)) ORDER BY \(row[entity.key]) FOR NO KEY UPDATE
      """
  }
}
