package import SQL

/// The table that keeps the ids of new rows, and the owner among whose ids one is looked for.
package struct IDRegister: Sendable {
  let table: String
  let column: String
  let owner: SQLValue

  /// - Parameters:
  ///   - table: has the columns `id`, `type` and `input_hash` besides the owner's.
  ///   - column: the column of the owner: `school_id`.
  package init(table: String, column: String, owner: SQLValue) {
    self.table = table
    self.column = column
    self.owner = owner
  }
}

/// The id of a new row, which is kept with what was asked for, so that the same input sent again makes no second one.
struct IdempotencyKey {
  private let table: SQL
  private let column: SQL
  private let owner: SQL
  private let id: SQL
  private let type: SQL
  private let hash: SQL

  init<Viewer>(
    _ id: UUIDValue, of entity: Entity<Viewer>, for input: MutationInput, in statements: ScopedStatements<Viewer>,
    _ register: IDRegister? = nil
  ) {
    let scope = entity.scope
    table = "\(identifier: register?.table ?? "used_ids")"
    column = "\(identifier: register?.column ?? scope.column)"
    owner = "\(bind: register?.owner ?? statements.viewer.value(of: scope.attribute))"
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
    INSERT INTO \(table) (\(column), id, type, input_hash) SELECT \(owner), \(id), \(type), \(hash) \
    ON CONFLICT DO NOTHING RETURNING id
    """
  }

  /// Whether the id is kept for the same input.
  ///
  ///     EXISTS (SELECT 1 FROM used_ids WHERE family_id = $1 AND id = $2 AND type = $3 AND input_hash = …)
  var isKept: SQL {
    """
    EXISTS (SELECT 1 FROM \(table) WHERE \(column) = \(owner) AND id = \(id) AND type = \(type) AND input_hash = \(hash))
    """
  }
}
