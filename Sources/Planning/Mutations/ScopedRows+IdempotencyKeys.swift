import SQL

/// The earlier use of the id that a new row is to have.
package enum IDUse: Sendable {
  /// The id is unused: it is kept for this input now.
  case new
  /// The same input came before.
  case sameInput
  /// It was used for something else.
  case otherInput
}

extension ScopedRows {
  /// Keeps the ids of several new rows, in one statement.
  ///
  ///     WITH given AS (SELECT given.id, sha256(…) AS hash FROM unnest($1, $2) AS given (id, input)),
  ///     kept AS (INSERT INTO used_ids (…) SELECT $3, given.id, $4, given.hash FROM given …
  ///       ON CONFLICT DO NOTHING RETURNING id)
  ///     SELECT given.id, EXISTS (SELECT 1 FROM kept …), EXISTS (SELECT 1 FROM used_ids …) FROM given
  ///
  /// - Parameter ids: none of them twice.
  func useIDs(
    _ ids: [(id: UUIDValue, input: MutationInput)], of entity: Entity<Viewer>
  ) async throws(MutationFailure) -> [UUIDValue: IDUse] {
    if ids.isEmpty { return [:] }
    let column: SQL = "\(identifier: entity.scope.column)"
    let owner: SQL = "\(bind: viewer.value(of: entity.scope.attribute))"
    let type: SQL = "\(bind: .text(entity.typeName))"
    let rows = try await run(
      """
      WITH given AS (\
      SELECT given.id, sha256(convert_to(given.input, 'UTF8')) AS hash \
      FROM unnest(\(bind: .uuidArray(ids.map(\.id))), \
      \(bind: .textArray(ids.map(\.input.canonicalText)))) AS given (id, input)), \
      kept AS (INSERT INTO used_ids (\(column), id, type, input_hash) \
      SELECT \(owner), given.id, \(type), given.hash FROM given ORDER BY given.id ON CONFLICT DO NOTHING RETURNING id) \
      SELECT given.id, EXISTS (SELECT 1 FROM kept WHERE kept.id = given.id), \
      EXISTS (SELECT 1 FROM used_ids AS used WHERE used.\(column) = \(owner) AND used.id = given.id AND used.type = \(type) \
      AND used.input_hash = given.hash) FROM given
      """)
    var uses: [UUIDValue: IDUse] = [:]
    for row in 0..<rows.count {
      guard let id = rows.uuid(row: row, column: 0) else { continue }
      func isTrue(_ column: Int) -> Bool { rows.withCell(row: row, column: column) { $0.first == 1 } }
      uses[id] = isTrue(1) ? .new : isTrue(2) ? .sameInput : .otherInput
    }
    return uses
  }

  /// Keeps an id for a new row, so that the same input sent again makes no second one.
  ///
  ///     WITH kept AS (INSERT INTO used_ids … ON CONFLICT DO NOTHING RETURNING id)
  ///     SELECT EXISTS (SELECT 1 FROM kept), EXISTS (SELECT 1 FROM used_ids WHERE family_id = $1 AND id = $2 …)
  /// - Parameter register: nil for `used_ids`, in the scope of the entity.
  func useID(
    _ id: UUIDValue, of entity: Entity<Viewer>, for input: MutationInput, in register: IDRegister? = nil
  ) async throws(MutationFailure) -> IDUse {
    let used = IdempotencyKey(id, of: entity, for: input, in: statements, register)
    let rows = try await run("WITH kept AS (\(used.insertion())) SELECT EXISTS (SELECT 1 FROM kept), \(used.isKept)")
    func isTrue(_ column: Int) -> Bool { rows.withCell(row: 0, column: column) { $0.first == 1 } }
    guard rows.count == 1 else { return .otherInput }
    if isTrue(0) { return .new }
    return isTrue(1) ? .sameInput : .otherInput
  }
}
