import SQL

/// The position of a level in its plan, and a row of it before anything narrows the rows down: filters and orders are
/// written over this row.
struct LevelStart<Viewer: ViewerContext> {
  let number: Int
  let source: EntityRow<Viewer>
  /// The number of the level whose statement reads the rows of this one too; nil for a statement of its own.
  let sharedStatement: Int?

  /// The name of the subquery for the parents, in the statement of the level.
  var parents: SQL { "\(identifier: "parents_\(number)")" }
}
