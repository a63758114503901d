package import SQL

/// A condition that ties the rows of a list to a row of another type, where no column and no table does: the events of a day.
package struct RowTie<Viewer: ViewerContext>: Sendable {
  /// Over a row of the list, and the columns of the other row by their names.
  package typealias Condition = @Sendable (_ row: RowReference<Viewer>, _ parent: (String) -> SQL) -> SQL

  /// The columns of the other row that the condition names.
  let columns: [(name: String, type: SQLType)]
  let condition: Condition

  /// The condition, where the columns are those of a table.
  func condition(on row: RowReference<Viewer>, _ parents: SQL) -> SQL {
    condition(row) { name in "\(parents).\(identifier: name)" }
  }
}
