package import SQL

/// Which of the rows in scope a viewer may see: on every relation, as the scope is.
package struct Visibility<Viewer: ViewerContext>: Sendable {
  /// The condition for a class of viewers; nil when all rows in scope are visible to it.
  let condition: @Sendable (Viewer.PlanClass, RowReference<Viewer>) -> SQL?

  package init(_ condition: @escaping @Sendable (Viewer.PlanClass, RowReference<Viewer>) -> SQL?) {
    self.condition = condition
  }

  /// Every row in the scope is visible to whoever has the scope.
  package static var wholeScope: Visibility { Visibility { _, _ in nil } }
}
