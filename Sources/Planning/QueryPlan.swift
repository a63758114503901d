import GraphQL
import SQL

/// How an operation is answered: a tree of shapes, and a flat list of levels that are read at once. Plain
/// values: a plan is made, rendered and completed without a database.
///
///     query      { family { name students { name assignments { title } } } }
///     levels     0 families   1 members   2 assignments          one statement each
package struct QueryPlan<Viewer: ViewerContext>: Sendable {
  let operation: Operation
  let schema: Schema
  let root: ObjectShape
  let levels: [Level<Viewer>]
  let slots: [SlotSource<Viewer>]
  let arguments: [PlannedArguments]

  /// Where each level stands in the response, and the type of its objects: `family.students Student`.
  package var outline: [String] {
    levels.map { level in
      let keys = level.path.map { segment in
        switch segment {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
      }
      return "\(keys.joined(separator: ".")) \(level.typeName)"
    }
  }
}

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

/// How many rows a level can have, before its statement is run.
struct RowBound: Sendable {
  /// The level of the parents; nil under the root.
  let parent: Int?
  /// The slot of `first`, for a list.
  let first: SQL.Slot?
  let argumentList: Int?
}

/// The object types that the rows of a level are of.
enum LevelContent: Sendable {
  case object(ObjectShape)
  /// By the value of the discriminator column.
  case abstract(discriminator: Int, shapes: [[UInt8]: ObjectShape])
}

/// The selected fields of one object type, in the order of the request.
struct ObjectShape: Sendable {
  let typeName: String
  let fields: [PlannedField]
}

/// One response position of an object.
struct PlannedField: Sendable {
  let responseKey: String
  /// The key as it is written, with what stands before the value: `"name":`
  let keyBytes: [UInt8]
  let fieldName: String
  /// Where the field stands in the document.
  let position: SourcePosition
  let type: TypeReference
  /// A boolean column that is true in the rows whose value the viewer may see; nil when it may in all.
  let guardColumn: Int?
  let output: Output

  enum Output: Sendable {
    case typeName([UInt8])
    case leaf(column: Int, LeafFormat)
    /// The row of `level` whose join column equals this row's `parentColumn`.
    case object(level: Int, parentColumn: Int?)
    case list(level: Int, parentColumn: Int?)
    case introspection(FieldGroup)
    /// The rule refused the field to this class of viewers.
    case refused
  }
}
