import SQL

/// A table, or a query, whose rows tie two rows together, for relations of many to many: each note has tags, and each
/// tag is on notes.
package struct Junction<Viewer: ViewerContext>: Sendable {
  let entity: Entity<Viewer>
  /// The column with the key of the row that has the list.
  let parentKey: String
  /// The column with the key of a row of the list.
  let childKey: String

  /// The name of a row of the table beside a row of the list.
  func alias(beside row: EntityRow<Viewer>) -> String { "\(row.alias)_by" }

  func row(beside row: EntityRow<Viewer>) -> RowReference<Viewer> { RowReference(planned: alias(beside: row)) }

  /// The rows of the list with those that tie them, as `FROM` names them: both have one home, else one owner.
  ///
  ///     note_tags note_tags_2 JOIN note_taggings note_tags_2_by
  ///       ON note_tags_2_by.family_id = note_tags_2.family_id AND note_tags_2_by.note_tag_id = note_tags_2.id
  func joined(to row: EntityRow<Viewer>) -> SQL {
    let tie = self.row(beside: row)
    let (own, other) = (entity.scope, row.entity.scope)
    let homes = own.home.flatMap { home in other.home.map { (own: home, other: $0) } } ?? (own: own.column, other: other.column)
    var rows: SQL = "\(identifier: entity.table)"
    if case .view(let query) = entity.origin { rows = "(\(query(tie.viewerValue)))" }
    return """
      \(row.table) JOIN \(rows) \(identifier: tie.alias) \
      ON \(tie[homes.own]) = \(row[homes.other]) AND \(tie[childKey]) = \(row[row.entity.key])
      """
  }

  /// The scope of a row of the table, but where a test has switched it off; and the restriction of its type.
  func conditions(beside row: EntityRow<Viewer>) -> [SQL] {
    let tie = self.row(beside: row)
    return (row.isScoped ? [entity.scope.condition(on: tie)] : []) + (entity.restriction.map { [$0(tie)] } ?? [])
  }
}
