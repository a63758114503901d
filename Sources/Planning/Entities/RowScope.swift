import SQL

/// Which rows of a table exist for a viewer at all. The second lock: the planner puts the scope on every
/// relation at every depth, so a row outside it is indistinguishable from none.
///
///     members_1.family_id = $1
package struct RowScope<Viewer: ViewerContext>: Sendable {
  /// The column that says whose row it is. Completion compares it again on every row it writes.
  package let column: String
  /// What of the viewer it has to equal. A viewer without a value has no rows.
  package let attribute: Viewer.Attribute

  package init(column: String, attribute: Viewer.Attribute) {
    self.column = column
    self.attribute = attribute
  }

  func condition(on row: RowReference<Viewer>) -> SQL { "\(row[column]) = \(row.viewer(attribute))" }
}
