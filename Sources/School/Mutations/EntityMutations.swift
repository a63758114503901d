import Planning
import SQL

/// What can be written of one type: the changes that are the same for every type, each over that type's own
/// columns.
struct EntityMutations {
  typealias Values = [ColumnValue]

  let typeName: String
  /// What the payload calls the object.
  let name: String
  /// The columns that the input gives, of a new row and of one that is changed.
  let values: @Sendable (MutationInput) throws(MutationFailure) -> Values
  /// The input field of each column that refers to another row, by the name of its constraint.
  var references: [String: String] = [:]
  /// The number that may not be more than another one of its row.
  var upperBound: UpperBound?
  /// What is wrong when a value does not fit the others of its row, by the name of the constraint. The first of the fields
  /// that was given is to blame.
  var checkViolations: [String: (fields: [String], message: String)] = [:]
  /// What is wrong when there is such a row already, by the name of the constraint.
  var duplicates: [String: (field: String, message: String)] = [:]
  /// What is wrong when PostgreSQL does not know a value that has the right form.
  var unknownValue: (field: String, message: String)?
  /// Who may write.
  var access: Access<Viewer> = .parents
  /// The row that is to be changed or removed.
  var key: @Sendable (MutationInput, Viewer) throws(MutationFailure) -> UUIDValue? = {
    input, _ throws(MutationFailure) in try input.requiredID("id")
  }
  /// The columns that every new row has the same values in.
  var constants: Values = []
  /// Takes the locks that an update needs besides those of every change, before it locks the row: see `LockOrder`.
  var locks: (@Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void)?
  /// What else an update changes, before the row itself.
  var alongside: (@Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Void)?

  /// Adds a row. The same input sent again is answered as the first time.
  var create: Resolver<Viewer> {
    .mutation(access: access) { input, statements throws(MutationFailure) in
      let id = try input.newID()
      return statements.adding(
        typeName, key: id, constants + (try values(input)), for: input, keys: [name: id],
        failure: { failure(of: $0, input) })
    } otherwise: { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let values = constants + (try values(input))
      switch try await rows.useID(id, of: typeName, for: input) {
      case .new:
        try await mapped(input) { () async throws(MutationFailure) in
          try await rows.insert(typeName, key: id, values)
        }
      case .sameInput: break
      case .otherInput: throw .conflict("This id was used for something else.", at: input.path(of: "id"), version: nil)
      }
      return [name: id]
    }
  }

  /// Changes what the input gives.
  /// - Parameter former: the columns whose keys the payload has as they were before, where they change.
  func update(former: KeyValuePairs<String, String> = [:]) -> Resolver<Viewer> {
    .mutation(access: access) { input, statements throws(MutationFailure) in
      guard alongside == nil, let id = try key(input, statements.viewer) else { return nil }
      let values = try values(input)
      // What it was before is told of such a column.
      let isTold = values.contains { value in former.contains { $0.value == value.column } }
      if values.isEmpty || isTold { return nil }
      let (version, condition) = (try input.integer("ifVersion"), try upperBound?.condition(input, values))
      return statements.updating(
        typeName, key: id, version: version, where: condition, values, keys: [name: id],
        failure: { failure(of: $0, input) })
    } otherwise: { input, rows throws(MutationFailure) in
      try await changed(input, rows, former)
    }
  }

  /// Looks at the row before it is changed.
  private func changed(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ former: KeyValuePairs<String, String>
  ) async throws(MutationFailure) -> ChangedKeys {
    let columns = former.map(\.value)
    try await locks?(rows)
    let before = try await locked(input, rows, columns + (upperBound?.columns ?? []))
    let values = try values(input)
    try await alongside?(input, rows)
    var keys: ChangedKeys = [name: before.id]
    if values.isEmpty { return keys }
    let condition = try upperBound?.condition(input, values)
    let found = try await mapped(input) { () async throws(MutationFailure) in
      try await rows.update(typeName, key: before.id, where: condition, values, returning: columns)
    }
    guard found.count == 1 else {
      guard condition != nil, let upperBound else { throw input.notFound("id") }
      throw upperBound.failure(input, (before.decimal(columns.count), before.decimal(columns.count + 1)))
    }
    let now = Row(id: before.id, found: found)
    for (index, relation) in former.enumerated() where before.key(index) != now.key(index) {
      keys[relation.key] = before.key(index)
    }
    return keys
  }

  /// A row, as it was read.
  struct Row {
    let id: UUIDValue
    /// The one row: a column of its own, and then those that were asked for.
    let found: Rows

    func key(_ index: Int) -> UUIDValue? { found.uuid(row: 0, column: index + 1) }
    func decimal(_ index: Int) -> String? { found.decimal(row: 0, column: index + 1) }
  }

  /// The row that the input names, locked.
  /// - Throws: `.notFound`, or `.conflict` when it has another version than the input says.
  func locked(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ columns: [String]
  ) async throws(MutationFailure) -> Row {
    guard let id = try key(input, rows.viewer) else { throw input.notFound("id") }
    let found = try await rows.locked(typeName, key: id, columns: ["version"] + columns)
    guard found.count == 1, let version = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    if let expected = try input.integer("ifVersion"), expected != version {
      throw .conflict("It has changed since that version.", at: input.path(of: "ifVersion"), version: version)
    }
    return Row(id: id, found: found)
  }

  /// Runs a statement, and says in the words of the input what constraint it violates.
  func mapped<Result>(
    _ input: MutationInput, _ body: () async throws(MutationFailure) -> Result
  ) async throws(MutationFailure) -> Result {
    do throws(MutationFailure) {
      return try await body()
    } catch {
      guard case .database(let statement) = error else { throw error }
      throw failure(of: statement, input)
    }
  }

  /// What a constraint that a statement violates is called in the words of the input.
  private func failure(of error: StatementError, _ input: MutationInput) -> MutationFailure {
    switch error.reason {
    case .statement(.foreignKeyViolation):
      if let field = error.constraint.flatMap({ references[$0] }) { return input.notFound(field) }
    case .statement(.uniqueViolation):
      let duplicate = error.constraint.flatMap { duplicates[$0] }
      return .conflict(
        duplicate?.message ?? "This id was used for something else.", at: input.path(of: duplicate?.field ?? "id"),
        version: nil)
    case .statement(.checkViolation):
      if let violation = error.constraint.flatMap({ checkViolations[$0] }) {
        return .invalid(violation.message, at: violation.fields.first(where: input.isGiven).map(input.path) ?? [])
      }
    case .statement(.invalidParameterValue):
      if let unknownValue { return .invalid(unknownValue.message, at: input.path(of: unknownValue.field)) }
    default: break
    }
    return .database(error)
  }
}
