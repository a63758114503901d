package import SQL

extension ScopedRows {
  /// Ties exactly these rows of a type to a row: others are no longer tied to it.
  ///
  ///     SELECT note_tags.id FROM note_tags WHERE note_tags.family_id = $1 AND note_tags.id = ANY ($2);
  ///     DELETE FROM note_taggings WHERE note_taggings.family_id = $1 AND note_taggings.note_id = $3
  ///       AND note_taggings.note_tag_id <> ALL ($2);
  ///     INSERT INTO note_taggings (family_id, id, note_id, note_tag_id) SELECT $1, gen_random_uuid(), $3, note_tags.id
  ///     FROM note_tags WHERE note_tags.family_id = $1 AND note_tags.id = ANY ($2)
  ///       AND NOT EXISTS (SELECT 1 FROM note_taggings …)
  ///
  /// - Returns: those of the keys that the viewer has no row with. Where there are any, the caller fails.
  package func link(
    _ children: [UUIDValue], of typeName: String, to parent: UUIDValue, by junction: Junction<Viewer>
  ) async throws(MutationFailure) -> [UUIDValue] {
    guard let type = statements.map.entity(typeName) else { return children }
    let (entity, scope) = (junction.entity, junction.entity.scope)
    let row = statements.reference(to: type)
    let tie = statements.reference(to: entity)
    let known = statements.conditions(on: type, row, type.key, children)
    let isOfParent: SQL = "\(tie[junction.parentKey]) = \(bind: .uuid(parent))"
    let own = (statements.conditions(on: entity, tie) + [isOfParent]).joined(separator: " AND ")
    let columns: [SQL] = [scope.column, entity.key, junction.parentKey, junction.childKey].map { "\(identifier: $0)" }
    let found = try await run([
      "SELECT \(row[type.key]) FROM \(identifier: type.table) WHERE \(known)",
      """
      DELETE FROM \(identifier: entity.table) WHERE \(own) AND \(tie[junction.childKey]) <> ALL (\(bind: .uuidArray(children)))
      """,
      """
      INSERT INTO \(identifier: entity.table) (\(columns.joined(separator: ", "))) \
      SELECT \(bind: viewer.value(of: scope.attribute)), gen_random_uuid(), \(bind: .uuid(parent)), \(row[type.key]) \
      FROM \(identifier: type.table) WHERE \(known) AND NOT EXISTS (SELECT 1 FROM \(identifier: entity.table) \
      WHERE \(own) AND \(tie[junction.childKey]) = \(row[type.key]))
      """,
    ])
    let keys = (0..<found[0].count).compactMap { found[0].uuid(row: $0, column: 0) }
    return children.filter { !keys.contains($0) }
  }
}
