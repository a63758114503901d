import GraphQL
import SQL

/// All rows at one response position, read by one statement.
final class Level<Viewer: ViewerContext>: Sendable {
  /// The response keys that lead to the level, list indexes left out.
  let path: [PathSegment]
  let typeName: String
  let template: StatementTemplate
  let shape: LevelShape
  /// What of the viewer the scope column must equal for a row to be written.
  let scopeAttribute: Viewer.Attribute
  let bound: RowBound
  let cost: LevelCost

  init(
    path: [PathSegment], typeName: String, template: StatementTemplate, shape: LevelShape,
    scopeAttribute: Viewer.Attribute, bound: RowBound, cost: LevelCost
  ) {
    self.path = path
    self.typeName = typeName
    self.template = template
    self.shape = shape
    self.scopeAttribute = scopeAttribute
    self.bound = bound
    self.cost = cost
  }

  /// The type of each column, as the resolvers declare them.
  var columns: [SQLType] { shape.columns }
}
