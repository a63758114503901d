import GraphQL
import SQL

/// All rows at one response position.
final class Level<Viewer: ViewerContext>: Sendable {
  /// The response keys that lead to the level, list indexes left out.
  let path: [PathSegment]
  let typeName: String
  let shape: LevelShape
  /// The viewer's values of which the scope column must equal one, or be among one, for a row to be written.
  let scopeAttributes: [Viewer.Attribute]
  let bound: RowBound
  let cost: LevelCost

  init(
    path: [PathSegment], typeName: String, shape: LevelShape, scopeAttributes: [Viewer.Attribute], bound: RowBound,
    cost: LevelCost
  ) {
    self.path = path
    self.typeName = typeName
    self.shape = shape
    self.scopeAttributes = scopeAttributes
    self.bound = bound
    self.cost = cost
  }

  /// The response keys that lead to it: `family.students`.
  var place: String {
    let keys = path.map { segment in
      switch segment {
      case .key(let key): key
      case .index(let index): "\(index)"
      }
    }
    return keys.joined(separator: ".")
  }
}
