import Planning
import SQL

/// What can be written of one type: the changes that are the same for every type, each over that type's own
/// columns.
struct Change {
  typealias Values = [ScopedRows<Viewer>.Assignment]

  let typeName: String
  /// What the payload calls the object.
  let name: String
  /// The columns that the input gives, of a new row and of one that is changed.
  let values: @Sendable (MutationInput) throws(MutationFailure) -> Values
  /// The input field of each column that refers to another row, by the name of its constraint.
  var references: [String: String] = [:]
  /// The number that may not be more than another one of its row.
  var ceiling: Ceiling?
  /// What is wrong when a value does not fit the others of its row, by the name of the constraint.
  var misfits: [String: (field: String, message: String)] = [:]
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
  /// How many of them a family has at most.
  var limit: RowLimit?
  /// What happens before a new row is added.
  var beforeCreation: (@Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void)?
  /// What else an update changes, before the row itself.
  var alongside: (@Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Void)?

  /// Adds a row. The same input sent again is answered as the first time.
  var create: Resolver<Viewer> {
    .mutation(access: access) { input, rows throws(MutationFailure) in
      let id = try input.id("id") ?? .timeOrdered()
      let values = try values(input)
      switch try await rows.useID(id, of: typeName, for: input) {
      case .new:
        try await beforeCreation?(rows)
        try await mapped(input) { () async throws(MutationFailure) in
          try await rows.insert(typeName, key: id, constants + values, within: limit)
        }
      case .sameInput: break
      case .otherInput: throw .conflict("This id was used for something else.", at: input.path(of: "id"), version: nil)
      }
      return [name: id]
    }
  }

  /// Changes what the input gives.
  /// - Parameters:
  ///   - related: the columns whose keys the payload has too, by their name there.
  ///   - former: the columns whose keys the payload has as they were before, where they change.
  func update(
    _ related: KeyValuePairs<String, String> = [:], former: KeyValuePairs<String, String> = [:]
  ) -> Resolver<Viewer> {
    .mutation(access: access) { input, rows throws(MutationFailure) in
      let columns = related.map(\.value) + former.map(\.value)
      guard former.isEmpty, alongside == nil else {
        let before = try await locked(input, rows, columns)
        let values = try values(input)
        try await alongside?(input, rows)
        let now = values.isEmpty ? before : try await written(before.id, values, input, rows, columns)
        return keys(now, related, former, before)
      }
      return keys(try await changed(input, rows, columns), related)
    }
  }

  /// Removes the row, after what the input says of those that refer to it.
  /// - Parameters:
  ///   - cascade: removes rows that cannot be without it, when the input asks for that.
  ///   - detaching: changes rows that can.
  func delete(
    _ related: KeyValuePairs<String, String> = [:], hasOthers message: String = "",
    cascade: @escaping @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void = { _, _ in },
    detaching: @escaping @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void = { _, _ in }
  ) -> Resolver<Viewer> {
    .mutation(access: access) { input, rows throws(MutationFailure) in
      let row = try await locked(input, rows, related.map(\.value))
      if input.flag("cascade") { try await cascade(row.id, rows) }
      try await detaching(row.id, rows)
      do throws(MutationFailure) {
        _ = try await rows.delete(typeName, key: row.id)
      } catch {
        guard error.isForeignKeyViolation else { throw error }
        throw .conflict(message, at: input.path(of: "cascade"), version: nil)
      }
      var keys = keys(row, related)
      keys["id"] = row.id
      return keys
    }
  }

  /// A row, and the keys that it has in some columns.
  private struct Row {
    let id: UUIDValue
    let keys: [UUIDValue?]

    /// - Parameter found: one row, of another column before these.
    init(_ id: UUIDValue, _ found: Rows, _ columns: [String]) {
      self.id = id
      keys = columns.indices.map { found.uuid(row: 0, column: $0 + 1) }
    }
  }

  /// The row that the input names, locked.
  /// - Throws: `.notFound`, or `.conflict` when it has another version than the input says.
  private func locked(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ columns: [String] = []
  ) async throws(MutationFailure) -> Row {
    let (id, found) = try await lockedRow(input, rows, columns)
    return Row(id, found, columns)
  }

  /// The same, as it was read: the columns after the first.
  private func lockedRow(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ columns: [String]
  ) async throws(MutationFailure) -> (id: UUIDValue, found: Rows) {
    guard let id = try key(input, rows.viewer) else { throw input.notFound("id") }
    let found = try await rows.locked(typeName, key: id, columns: ["version"] + columns)
    guard found.count == 1, let version = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    if let expected = try input.integer("ifVersion"), expected != version {
      throw .conflict("It has changed since that version.", at: input.path(of: "ifVersion"), version: version)
    }
    return (id, found)
  }

  /// The row that the input names, once it has the values that the input gives. There is no need to look at it first:
  /// the statement that changes it locks it, too, and finds only a row of the version that the input says.
  /// - Throws: as `locked`.
  private func changed(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ columns: [String]
  ) async throws(MutationFailure) -> Row {
    guard let id = try key(input, rows.viewer) else { throw input.notFound("id") }
    let values: Values
    do throws(MutationFailure) {
      values = try self.values(input)
    } catch {
      // That there is no such row is said first.
      _ = try await locked(input, rows)
      throw error
    }
    if values.isEmpty { return try await locked(input, rows, columns) }
    return try await written(id, version: input.integer("ifVersion"), values, input, rows, columns)
  }

  /// - Throws: as `locked`, when there is no row of this version.
  private func written(
    _ id: UUIDValue, version: Int32? = nil, _ values: Values, _ input: MutationInput, _ rows: ScopedRows<Viewer>,
    _ columns: [String]
  ) async throws(MutationFailure) -> Row {
    let condition: Ceiling.Condition?
    do throws(MutationFailure) {
      condition = try ceiling?.condition(input, values)
    } catch {
      _ = try await locked(input, rows)
      throw error
    }
    let found = try await mapped(input) { () async throws(MutationFailure) in
      try await rows.update(typeName, key: id, version: version, where: condition, values, returning: columns)
    }
    guard found.count == 1 else {
      let row = try await lockedRow(input, rows, ceiling?.columns ?? []).found
      guard condition != nil, let ceiling else { throw input.notFound("id") }
      throw ceiling.failure(input, (row.decimal(row: 0, column: 1), row.decimal(row: 0, column: 2)))
    }
    return Row(id, found, columns)
  }

  /// The keys of the payload.
  /// - Parameters:
  ///   - now: the row, with the columns of `related` and then those of `former`.
  ///   - before: the same before the change; only `former` needs it.
  private func keys(
    _ now: Row, _ related: KeyValuePairs<String, String>, _ former: KeyValuePairs<String, String> = [:],
    _ before: Row? = nil
  ) -> ChangedKeys {
    var keys: ChangedKeys = [name: now.id]
    for (index, relation) in related.enumerated() { keys[relation.key] = now.keys[index] }
    for (index, relation) in former.enumerated() {
      let key = before?.keys[related.count + index]
      if key != now.keys[related.count + index] { keys[relation.key] = key }
    }
    return keys
  }

  /// Runs a statement, and says in the words of the input what constraint it violates.
  func mapped<Result>(
    _ input: MutationInput, _ body: () async throws(MutationFailure) -> Result
  ) async throws(MutationFailure) -> Result {
    do throws(MutationFailure) {
      return try await body()
    } catch {
      guard case .database(let statement) = error else { throw error }
      switch statement.reason {
      case .statement(.foreignKeyViolation):
        guard let field = statement.constraint.flatMap({ references[$0] }) else { throw error }
        throw input.notFound(field)
      case .statement(.uniqueViolation):
        if let duplicate = statement.constraint.flatMap({ duplicates[$0] }) {
          throw .conflict(duplicate.message, at: input.path(of: duplicate.field), version: nil)
        }
        throw .conflict("This id was used for something else.", at: input.path(of: "id"), version: nil)
      case .statement(.checkViolation):
        guard let misfit = statement.constraint.flatMap({ misfits[$0] }) else { throw error }
        throw .invalid(misfit.message, at: input.path(of: misfit.field))
      case .statement(.invalidParameterValue):
        guard let unknownValue else { throw error }
        throw .invalid(unknownValue.message, at: input.path(of: unknownValue.field))
      default: throw error
      }
    }
  }
}
