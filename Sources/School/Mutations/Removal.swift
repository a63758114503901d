import Planning
import SQL

extension EntityMutations {
  /// Removes the row, after what the input says of those that refer to it.
  /// - Parameters:
  ///   - related: the columns whose keys the payload has too, by their name there.
  ///   - message: what is said where others refer to it.
  ///   - cascade: removes rows that cannot be without it, when the input asks for that.
  ///   - detaching: changes rows that can.
  func delete(
    _ related: KeyValuePairs<String, String> = [:], hasOthers message: String = "", cascade: Removal.Step? = nil,
    detaching: Removal.Step? = nil
  ) -> Resolver<Viewer> {
    let removal = Removal(change: self, related: related, message: message, cascade: cascade, detaching: detaching)
    return .mutation(access: access) { input, statements throws(MutationFailure) in
      try removal.closing(input, statements)
    } otherwise: { input, rows throws(MutationFailure) in
      try await removal.removed(input, rows)
    }
  }
}

/// How a row goes, with what cannot be without it.
struct Removal: Sendable {
  /// What else is done, of the row with a key.
  typealias Step = @Sendable (UUIDValue, ScopedRows<Viewer>) async throws(MutationFailure) -> Void

  let change: EntityMutations
  let related: KeyValuePairs<String, String>
  let message: String
  let cascade: Step?
  let detaching: Step?

  /// - Returns: nil where other rows change with it, or what it referred to is told.
  func closing(
    _ input: MutationInput, _ statements: ScopedStatements<Viewer>
  ) throws(MutationFailure) -> SingleStatementWrite? {
    let isAlone = related.isEmpty && detaching == nil && (cascade == nil || !input.flag("cascade"))
    guard isAlone, let id = try change.key(input, statements.viewer) else { return nil }
    return statements.removing(
      change.typeName, key: id, version: try input.integer("ifVersion"), keys: ["id": id],
      failure: { failure(of: $0, input) })
  }

  /// Looks at the row before it is removed.
  func removed(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    let row = try await change.locked(input, rows, related.map(\.value))
    if input.flag("cascade") { try await cascade?(row.id, rows) }
    try await detaching?(row.id, rows)
    do throws(MutationFailure) {
      _ = try await rows.delete(change.typeName, key: row.id)
    } catch {
      guard case .database(let statement) = error else { throw error }
      throw failure(of: statement, input)
    }
    var keys: ChangedKeys = ["id": row.id]
    for (index, relation) in related.enumerated() { keys[relation.key] = row.key(index) }
    return keys
  }

  private func failure(of error: StatementError, _ input: MutationInput) -> MutationFailure {
    guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
    return .conflict(message, at: input.path(of: "cascade"), version: nil)
  }
}
