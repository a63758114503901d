package import SQL

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
  ///     SELECT EXISTS (SELECT FROM kept), EXISTS (SELECT FROM used_ids WHERE family_id = $1 AND id = $2 …)
  package func useID(
    _ id: UUIDValue, of typeName: String, for input: MutationInput
  ) async throws(MutationFailure) -> IDUse {
    let use = use(of: id, typeName, for: input)
    let rows = try await run(
      """
      WITH kept AS (\(keeping(id, of: typeName, for: input))) SELECT EXISTS (SELECT FROM kept), EXISTS (\
      SELECT FROM used_ids WHERE \(use.column) = \(use.owner) AND id = \(use.id) AND type = \(use.type) \
      AND input_hash = \(use.hash))
      """)
    func isTrue(_ column: Int) -> Bool { rows.withCell(row: 0, column: column) { $0.first == 1 } }
    guard rows.count == 1 else { return .otherInput }
    if isTrue(0) { return .new }
    return isTrue(1) ? .sameInput : .otherInput
  }

  /// Keeps an id, and gives it if it is new.
  ///
  ///     INSERT INTO used_ids (family_id, id, type, input_hash) SELECT $1, $2, $3, sha256(convert_to($4, 'UTF8'))
  ///     WHERE … ON CONFLICT DO NOTHING RETURNING id
  /// - Parameter condition: what has to hold for that; nil for nothing.
  func keeping(
    _ id: UUIDValue, of typeName: String, for input: MutationInput, if condition: SQL? = nil
  ) -> SQL {
    let use = use(of: id, typeName, for: input)
    let condition: SQL = condition.map { " WHERE \($0)" } ?? ""
    return """
      INSERT INTO used_ids (\(use.column), id, type, input_hash) \
      SELECT \(use.owner), \(use.id), \(use.type), \(use.hash)\(condition) ON CONFLICT DO NOTHING RETURNING id
      """
  }

  /// What is kept of an id.
  private func use(
    of id: UUIDValue, _ typeName: String, for input: MutationInput
  ) -> (column: SQL, owner: SQL, id: SQL, type: SQL, hash: SQL) {
    let scope = entity(typeName).scope
    return (
      column: "\(identifier: scope.column)", owner: "\(bind: viewer.value(of: scope.attribute))",
      id: "\(bind: .uuid(id))", type: "\(bind: .text(typeName))",
      hash: "sha256(convert_to(\(bind: .text(input.canonicalText)), 'UTF8'))"
    )
  }
}
