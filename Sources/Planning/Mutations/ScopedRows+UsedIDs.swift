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
  ///     SELECT EXISTS (SELECT FROM kept), (SELECT … FROM used_ids WHERE family_id = $1 AND id = $2)
  ///
  /// - Parameter table: of the columns id, type and input_hash, and the scope's.
  package func useID(
    _ id: UUIDValue, of typeName: String, for input: MutationInput, in table: String = "used_ids"
  ) async throws(MutationFailure) -> IDUse {
    let scope = entity(typeName).scope
    let column: SQL = "\(identifier: scope.column)"
    let owner: SQL = "\(bind: viewer.value(of: scope.attribute))"
    let hash: SQL = "sha256(convert_to(\(bind: .text(input.canonicalText)), 'UTF8'))"
    let rows = try await run(
      """
      WITH kept AS (INSERT INTO \(identifier: table) (\(column), id, type, input_hash) \
      VALUES (\(owner), \(bind: .uuid(id)), \(bind: .text(typeName)), \(hash)) ON CONFLICT DO NOTHING RETURNING id) \
      SELECT EXISTS (SELECT FROM kept), EXISTS (SELECT FROM \(identifier: table) \
      WHERE \(column) = \(owner) AND id = \(bind: .uuid(id)) AND type = \(bind: .text(typeName)) AND input_hash = \(hash))
      """)
    func isTrue(_ column: Int) -> Bool { rows.withCell(row: 0, column: column) { $0.first == 1 } }
    guard rows.count == 1 else { return .otherInput }
    if isTrue(0) { return .new }
    return isTrue(1) ? .sameInput : .otherInput
  }
}
