import Planning
import SQL

/// What a parent can write of one type: the changes that are the same for every type, each over that type's own
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

  /// Adds a row. The same input sent again is answered as the first time.
  var create: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.id("id") ?? .timeOrdered()
      let values = try values(input)
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
  /// - Parameter related: the columns whose keys the payload has too, by their name there.
  func update(_ related: KeyValuePairs<String, String> = [:]) -> Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try await locked(input, rows)
      let values = try values(input)
      if !values.isEmpty {
        try await mapped(input) { () async throws(MutationFailure) in
          _ = try await rows.update(typeName, key: id, values)
        }
      }
      return try await keys(id, related, rows)
    }
  }

  /// Removes the row, after what the input says of those that refer to it.
  func delete(
    _ related: KeyValuePairs<String, String> = [:], hasOthers message: String = "",
    cascade: @escaping @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void = { _, _ in }
  ) -> Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try await locked(input, rows)
      if input.flag("cascade") { try await cascade(id, rows) }
      var keys = try await keys(id, related, rows)
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

  /// The row that the input names, locked.
  /// - Throws: `.notFound`, or `.conflict` when it has another version than the input says.
  private func locked(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    let id = try input.requiredID("id")
    let found = try await rows.locked(typeName, key: id, columns: ["version"])
    guard found.count == 1, let version = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    if let expected = try input.integer("ifVersion"), expected != version {
      throw .conflict("The \(name) has changed since that version.", at: input.path(of: "ifVersion"), version: version)
    }
    return id
  }

  private func keys(
    _ id: UUIDValue, _ related: KeyValuePairs<String, String>, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    var keys: ChangedKeys = [name: id]
    guard !related.isEmpty else { return keys }
    let found = try await rows.locked(typeName, key: id, columns: related.map(\.value))
    for (index, relation) in related.enumerated() where found.count == 1 {
      keys[relation.key] = found.uuid(row: 0, column: index)
    }
    return keys
  }

  /// Runs a statement, and says in the words of the input what constraint it violates.
  private func mapped(
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
        throw .conflict("This id was used for something else.", at: input.path(of: "id"), version: nil)
      case .statement(.checkViolation):
        guard let misfit else { throw error }
        throw .invalid(misfit.message, at: input.path(of: misfit.field))
      default: throw error
      }
    }
  }
}

extension MutationFailure {
  fileprivate var isForeignKeyViolation: Bool {
    if case .database(let error) = self { error.reason == .statement(.foreignKeyViolation) } else { false }
  }
}
