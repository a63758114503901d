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
  /// What is wrong when a value does not fit the others of its row.
  var misfit: (field: String, message: String)?
  /// The same for a constraint of its own, by its name.
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
  /// What else an update changes.
  var alongside: @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Void = { _, _ in }

  /// Adds a row. The same input sent again is answered as the first time.
  var create: Resolver<Viewer> {
    .mutation(access: access) { input, rows throws(MutationFailure) in
      let id = try input.id("id") ?? .timeOrdered()
      let values = try values(input)
      switch try await rows.useID(id, of: typeName, for: input) {
      case .new:
        try await mapped(input) { () async throws(MutationFailure) in
          try await rows.insert(typeName, key: id, constants + values)
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
      let (id, before) = try await locked(input, rows, former.map(\.value))
      let values = try values(input)
      try await alongside(input, rows)
      if !values.isEmpty {
        try await mapped(input) { () async throws(MutationFailure) in
          _ = try await rows.update(typeName, key: id, values)
        }
      }
      return try await keys(id, related, former, before, rows)
    }
  }

  /// Removes the row, after what the input says of those that refer to it.
  func delete(
    _ related: KeyValuePairs<String, String> = [:], hasOthers message: String = "",
    cascade: @escaping @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void = { _, _ in }
  ) -> Resolver<Viewer> {
    .mutation(access: access) { input, rows throws(MutationFailure) in
      let id = try await locked(input, rows).id
      if input.flag("cascade") { try await cascade(id, rows) }
      var keys = try await keys(id, related, [:], [], rows)
      do throws(MutationFailure) {
        _ = try await rows.delete(typeName, key: id)
      } catch {
        guard error.isForeignKeyViolation else { throw error }
        throw .conflict(message, at: input.path(of: "cascade"), version: nil)
      }
      keys["id"] = id
      return keys
    }
  }

  /// The row that the input names, locked, and the keys that it has in columns.
  /// - Throws: `.notFound`, or `.conflict` when it has another version than the input says.
  private func locked(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>, _ columns: [String] = []
  ) async throws(MutationFailure) -> (id: UUIDValue, keys: [UUIDValue?]) {
    guard let id = try key(input, rows.viewer) else { throw input.notFound("id") }
    let found = try await rows.locked(typeName, key: id, columns: ["version"] + columns)
    guard found.count == 1, let version = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    if let expected = try input.integer("ifVersion"), expected != version {
      throw .conflict("The \(name) has changed since that version.", at: input.path(of: "ifVersion"), version: version)
    }
    return (id, columns.indices.map { found.uuid(row: 0, column: $0 + 1) })
  }

  /// The keys of the payload.
  /// - Parameter before: what the columns of `former` were.
  private func keys(
    _ id: UUIDValue, _ related: KeyValuePairs<String, String>, _ former: KeyValuePairs<String, String>,
    _ before: [UUIDValue?], _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    var keys: ChangedKeys = [name: id]
    let columns = related.map(\.value) + former.map(\.value)
    guard !columns.isEmpty else { return keys }
    let found = try await rows.locked(typeName, key: id, columns: columns)
    guard found.count == 1 else { return keys }
    for (index, relation) in related.enumerated() { keys[relation.key] = found.uuid(row: 0, column: index) }
    for (index, relation) in former.enumerated()
    where before[index] != found.uuid(row: 0, column: related.count + index) {
      keys[relation.key] = before[index]
    }
    return keys
  }

  /// Runs a statement, and says in the words of the input what constraint it violates.
  func mapped(
    _ input: MutationInput, _ body: () async throws(MutationFailure) -> Void
  ) async throws(MutationFailure) {
    do throws(MutationFailure) {
      try await body()
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
        guard let misfit = statement.constraint.flatMap({ misfits[$0] }) ?? misfit else { throw error }
        throw .invalid(misfit.message, at: input.path(of: misfit.field))
      case .statement(.invalidParameterValue):
        guard let unknownValue else { throw error }
        throw .invalid(unknownValue.message, at: input.path(of: unknownValue.field))
      default: throw error
      }
    }
  }
}
