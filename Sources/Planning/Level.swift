import GraphQL
import SQL

/// All rows at one response position, read by one statement.
struct Level<Viewer: ViewerContext>: Sendable {
  /// The response keys that lead to the level, list indexes left out.
  let path: [PathSegment]
  let typeName: String
  let template: StatementTemplate
  /// The type of each column, as the resolvers declare them.
  let columns: [SQLType]
  /// The column that holds the key of the row's parent; nil when all rows belong to the one parent.
  let joinColumn: Int?
  /// The column that says whose row it is, and what of the viewer it must equal to be written.
  let scopeColumn: Int
  let scopeAttribute: Viewer.Attribute
  let content: LevelContent
  let bound: RowBound
}

/// The object types that the rows of a level are of.
enum LevelContent: Sendable {
  case object(ObjectShape)
  /// By the value of the discriminator column.
  case abstract(discriminator: Int, shapes: [[UInt8]: ObjectShape])
}
