package import SQL

/// The rows in scope that a viewer may see: on every relation, as the scope is.
package struct Visibility<Viewer: ViewerContext>: Sendable {
  /// The condition for a class of viewers; nil when all rows in scope are visible to it.
  let condition: @Sendable (Viewer.PlanClass, RowReference<Viewer>) -> SQL?
  /// The column with the key of the one member who sees the row; nil where others see it, too.
  package private(set) var owner: String?

  package init(_ condition: @escaping @Sendable (Viewer.PlanClass, RowReference<Viewer>) -> SQL?) {
    self.condition = condition
  }

  /// Rows that one member sees.
  /// - Parameters:
  ///   - owner: the column with the member's key.
  ///   - member: the attribute of the viewer that it has to equal.
  ///   - condition: which of the member's rows; nil for all.
  package static func own(
    _ owner: String, of member: Viewer.Attribute, where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil
  ) -> Visibility {
    var visibility = Visibility { _, row in
      let isOwn: SQL = "\(row[owner]) = \(row.viewer(member))"
      return condition.map { "\(isOwn) AND \($0(row))" } ?? isOwn
    }
    visibility.owner = owner
    return visibility
  }

  /// Every row in the scope is visible to each viewer of the scope.
  package static var wholeScope: Visibility { Visibility { _, _ in nil } }
}
