import SQL

/// What is known of the id that a new row is to have.
package enum IDUse: Sendable {
  /// Nobody had it: it is kept for this input now.
  case new
  /// The same input came before.
  case sameInput
  /// It was used for something else.
  case otherInput
}

extension ScopedRows {
  /// Keeps an id for a new row, so that the same input sent again makes no second one.
  ///
  ///     WITH kept AS (INSERT INTO used_ids … ON CONFLICT DO NOTHING RETURNING id)
  ///     SELECT EXISTS (SELECT 1 FROM kept), EXISTS (SELECT 1 FROM used_ids WHERE family_id = $1 AND id = $2 …)
  func useID(
    _ id: UUIDValue, of entity: Entity<Viewer>, for input: MutationInput
  ) async throws(MutationFailure) -> IDUse {
    let used = UsedID(id, of: entity, for: input, in: statements)
    let rows = try await run("WITH kept AS (\(used.insertion())) SELECT EXISTS (SELECT 1 FROM kept), \(used.isKept)")
    func isTrue(_ column: Int) -> Bool { rows.withCell(row: 0, column: column) { $0.first == 1 } }
    guard rows.count == 1 else { return .otherInput }
    if isTrue(0) { return .new }
    return isTrue(1) ? .sameInput : .otherInput
  }
}
