package import SQL

extension RowWrite {
  /// The one statement that is all of the write.
  /// - Returns: nil where other rows change too, where nothing is written, or where the payload has keys of before.
  /// - Throws: `.invalid` for what is wrong with the input, which is not reported before it is known that there is a row.
  func single(in statements: ScopedStatements<Viewer>) throws(MutationFailure) -> SingleStatementWrite? {
    guard locks == nil, before == nil, following == nil else { return nil }
    switch action {
    case .insert:
      let content = try content()
      guard content.requirements.isEmpty else { return nil }
      return statements.adding(entity, key: key, content.values, for: input, keys: [name: key], failure: failure)
    case .update:
      let content = try content()
      let isTold = content.values.contains { value in former.contains { $0.value == value.column } }
      if content.values.isEmpty || isTold { return nil }
      return statements.updating(
        entity, key: key, version: version, where: content.condition, content.values, keys: [name: key],
        failure: failure)
    case .delete:
      guard former.isEmpty else { return nil }
      return statements.removing(
        entity, key: key, version: version, where: try content().condition, keys: [name: key], failure: failure)
    }
  }

  /// Looks at the row, and changes it.
  /// - Returns: the keys that the payload refers to.
  /// - Throws: `.notFound` without a row, then `.conflict` for another version, then whatever the input, a requirement or
  ///   PostgreSQL refuses.
  package func run(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys {
    if action == .insert {
      try await insert(rows)
      return [name: key]
    }
    try await locks?(rows)
    let given = Result { () throws(MutationFailure) in try self.content() }
    let row = try await locked(rows, (try? given.get())?.requirements ?? [])
    let content = try given.get()
    // Before anything else is changed for it.
    if action == .delete { guard try row.meetsRequirements() else { return [name: key] } }
    try await before?(rows)
    if action == .delete {
      try await reporting { () throws(MutationFailure) in _ = try await rows.delete(entity, key: key) }
      return keys { row.key($0) }
    }
    // Rows that refer to the row are a part of it: its version counts their changes too.
    let isChanging = !content.values.isEmpty || following != nil
    guard try row.meetsRequirements(), isChanging else { return [name: key] }
    let columns = former.map(\.value)
    let found = try await reporting { () throws(MutationFailure) in
      try await rows.update(entity, key: key, where: content.condition, content.values, returning: columns)
    }
    guard found.count == 1 else { throw input.notFound("id") }
    try await following?(rows)
    return keys { index in
      let before = row.key(index)
      return before == found.uuid(row: 0, column: index + 1) ? nil : before
    }
  }

  /// Refuses an input that is wrong whatever the rows are.
  package func checkInput() throws(MutationFailure) { _ = try content() }

  /// Adds the row under another key than the input's, whose id is not kept: for rows whose key no client chooses.
  /// - Parameter others: columns that no field of the input gives.
  package func insert(
    _ rows: ScopedRows<Viewer>, key: UUIDValue, _ others: [ColumnValue] = []
  ) async throws(MutationFailure) {
    let values = try content().values + others
    try await reporting { () async throws(MutationFailure) in try await rows.insert(entity, key: key, values) }
  }

  private func insert(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let content = try content()
    try await locks?(rows)
    try await rows.checkRequirements([(self, content)])
    switch try await rows.useID(key, of: entity, for: input, in: creation.register) {
    case .new:
      try await creation.maximum?.check(entity, input, rows)
      try await insert(rows, key: key)
      try await following?(rows)
    case .sameInput:
      if creation.isRowNeeded, try await rows.row(entity, key: key).count == 0 {
        throw .conflict("This id was used for something that is gone: send another.", at: input.path(of: "id"), version: nil)
      }
    case .otherInput: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
    }
  }

  /// The row, locked, with what the database says of each requirement.
  private func locked(
    _ rows: ScopedRows<Viewer>, _ requirements: [RowRequirement<Viewer>]
  ) async throws(MutationFailure) -> LockedRow<Viewer> {
    let row = LockedRow(entity, former: former.map(\.value), requirements)
    guard let found = try await row.read(key, rows) else { throw input.notFound("id") }
    if let version, let current = found.version, version != current {
      throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
    }
    return found
  }

  private func keys(_ former: (Int) -> UUIDValue?) -> ChangedKeys {
    var keys: ChangedKeys = [name: key]
    for (index, relation) in self.former.enumerated() {
      if let key = former(index) { keys[relation.key] = key }
    }
    return keys
  }

  /// Runs a statement, and reports in the words of the input what PostgreSQL refuses.
  private func reporting<Result>(
    _ body: () async throws(MutationFailure) -> Result
  ) async throws(MutationFailure) -> Result {
    do throws(MutationFailure) {
      return try await body()
    } catch {
      guard case .database(let statement) = error else { throw error }
      throw failure(statement)
    }
  }
}

extension RowWrite.Content {
  /// All requirements; nil without any.
  fileprivate var condition: (@Sendable (RowReference<Viewer>) -> SQL)? {
    if requirements.isEmpty { return nil }
    return { [requirements] row in requirements.map { $0.condition(row) }.joined(separator: " AND ") }
  }
}

/// A row as a write looks at it before it changes it.
///
///     SELECT assignments.version, assignments.course_id, (assignments.points_possible >= $1) … FOR NO KEY UPDATE
struct LockedRow<Viewer: ViewerContext> {
  private let entity: Entity<Viewer>
  private let former: [String]
  private let requirements: [RowRequirement<Viewer>]
  private var rows: Rows?

  init(_ entity: Entity<Viewer>, former: [String], _ requirements: [RowRequirement<Viewer>]) {
    self.entity = entity
    self.former = former
    self.requirements = requirements
  }

  /// - Returns: nil when the viewer has no such row.
  func read(_ key: UUIDValue, _ scoped: ScopedRows<Viewer>) async throws(MutationFailure) -> LockedRow? {
    let found = try await scoped.locked(entity, key: key, columns: columns, requirements.map(\.condition))
    return found.count == 1 ? reading(found) : nil
  }

  /// The statement that reads the row, which is locked already.
  func statement(_ key: UUIDValue, _ scoped: ScopedRows<Viewer>) -> SQL {
    scoped.statements.selection(entity, key: key, columns: columns, requirements.map(\.condition))
  }

  /// - Parameter rows: the rows that the statement returned.
  func reading(_ rows: Rows) -> LockedRow {
    var read = self
    read.rows = rows
    return read
  }

  private var columns: [String] {
    [entity.isVersioned ? "version" : entity.key] + former + requirements.flatMap(\.columns)
  }

  var version: Int32? { entity.isVersioned ? rows?.int4(row: 0, column: 0) : nil }

  /// The key in a column of `former`.
  func key(_ index: Int) -> UUIDValue? { rows?.uuid(row: 0, column: index + 1) }

  /// - Returns: false where the row is already as it should be.
  /// - Throws: the failure of the first requirement that is not met.
  func meetsRequirements() throws(MutationFailure) -> Bool {
    guard let rows else { return true }
    var column = 1 + former.count
    var verdict = column + requirements.reduce(0) { $0 + $1.columns.count }
    var isChanging = true
    for requirement in requirements {
      // Null where a column has no value is not met either.
      if !rows.withCell(row: 0, column: verdict, { $0.first == 1 }) {
        switch requirement.unmet {
        case .unchanged: isChanging = false
        case .failure(let failure): throw failure(RequiredColumns(rows: rows, first: column))
        }
      }
      column += requirement.columns.count
      verdict += 1
    }
    return isChanging
  }
}
