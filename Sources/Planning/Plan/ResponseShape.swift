import GraphQL
import SQL

/// The parts of a plan that completion needs: the form of the response, and where in the rows its values are.
/// References, not values, so that the hot loop over rows follows pointers instead of copying them.
final class ResponseShape: Sendable {
  let operation: Operation
  let schema: Schema
  let root: ObjectShape
  let levels: [LevelShape]

  init(operation: Operation, schema: Schema, root: ObjectShape, levels: [LevelShape]) {
    self.operation = operation
    self.schema = schema
    self.root = root
    self.levels = levels
  }
}

/// The columns of one level that tie its rows together, and the objects that they are.
final class LevelShape: Sendable {
  /// The index of the statement that reads the rows, and maybe those of other levels.
  let statement: Int
  /// The column that holds the key of the row's parent; nil when all rows belong to the one parent.
  let joinColumn: Int?
  /// The column that says whose row it is.
  let scopeColumn: Int
  let content: LevelContent

  init(statement: Int, joinColumn: Int?, scopeColumn: Int, content: LevelContent) {
    self.statement = statement
    self.joinColumn = joinColumn
    self.scopeColumn = scopeColumn
    self.content = content
  }
}

/// The object types that the rows of a level are of.
enum LevelContent: Sendable {
  case object(ObjectShape)
  /// By the value of the discriminator column.
  case abstract(discriminator: Int, shapes: [[UInt8]: ObjectShape])
  /// The rows are keys of rows of other levels: which of these, by the value of the discriminator column.
  case elsewhere(discriminator: Int, key: Int, levels: [[UInt8]: Int])

  var approximateSize: Int {
    switch self {
    case .object(let object): object.approximateSize
    case .abstract(_, let shapes): shapes.values.reduce(0) { $0 + $1.approximateSize }
    case .elsewhere(_, _, let levels): 64 * levels.count
    }
  }
}
