import SQL

/// The id of a new row, which is kept with what was asked for, so that the same input sent again makes no second one.
struct UsedID {
  private let column: SQL
  private let owner: SQL
  private let id: SQL
  private let type: SQL
  private let hash: SQL

  init<Viewer>(
    _ id: UUIDValue, of entity: Entity<Viewer>, for input: MutationInput, in statements: ScopedStatements<Viewer>
  ) {
    let scope = entity.scope
    column = "\(identifier: scope.column)"
    owner = "\(bind: statements.viewer.value(of: scope.attribute))"
    self.id = "\(bind: .uuid(id))"
    type = "\(bind: .text(entity.typeName))"
    hash = "sha256(convert_to(\(bind: .text(input.canonicalText)), 'UTF8'))"
  }

  /// Keeps the id, and gives it if it is new.
  ///
  ///     INSERT INTO used_ids (family_id, id, type, input_hash) SELECT $1, $2, $3, sha256(convert_to($4, 'UTF8'))
  ///     ON CONFLICT DO NOTHING RETURNING id
  func insertion() -> SQL {
    """
    INSERT INTO used_ids (\(column), id, type, input_hash) SELECT \(owner), \(id), \(type), \(hash) \
    ON CONFLICT DO NOTHING RETURNING id
    """
  }

  /// Whether the id is kept for the same input.
  ///
  ///     EXISTS (SELECT 1 FROM used_ids WHERE family_id = $1 AND id = $2 AND type = $3 AND input_hash = …)
  var isKept: SQL {
    """
    EXISTS (SELECT 1 FROM used_ids WHERE \(column) = \(owner) AND id = \(id) AND type = \(type) AND input_hash = \(hash))
    """
  }
}
