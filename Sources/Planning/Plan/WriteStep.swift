/// The step of completion for one field of each row, in a form that costs nothing to copy: no reference is counted on
/// the way through thousands of rows. The field holds the parts that are rarely needed.
struct WriteStep: Sendable {
  enum Kind: Sendable {
    case leaf(LeafFormat.Simple)
    case object
    case list
    /// See the field's output.
    case other
  }

  let kind: Kind
  let keyStart: Int32
  let keyEnd: Int32
  /// The column of a leaf; the level of an object or a list.
  let target: Int32
  /// The column that holds the key of the children's parent; -1 for all rows of the level.
  let parentColumn: Int32
  /// See `PlannedField.guardColumn`; -1 for none.
  let guardColumn: Int32
  let isNonNull: Bool
  /// Whether the items of a list are non-null.
  let itemIsNonNull: Bool
  /// Not counted: the object shape that the step is of holds it.
  let field: Unmanaged<PlannedField>

  init(_ field: PlannedField, keyStart: Int, keyEnd: Int) {
    self.keyStart = Int32(keyStart)
    self.keyEnd = Int32(keyEnd)
    guardColumn = field.guardColumn.map { Int32($0) } ?? -1
    isNonNull = field.isNonNull
    itemIsNonNull = field.itemIsNonNull
    self.field = .passUnretained(field)
    switch field.output {
    case .leaf(let column, let format):
      kind = format.simple.map { .leaf($0) } ?? .other
      target = Int32(column)
      parentColumn = -1
    case .object(let level, let column):
      kind = .object
      target = Int32(level)
      parentColumn = column.map { Int32($0) } ?? -1
    case .list(let level, let column):
      kind = .list
      target = Int32(level)
      parentColumn = column.map { Int32($0) } ?? -1
    case .typeName, .introspection, .refused, .embedded, .changedKey, .changedKeys, .given, .cursor, .pageCursor, .node, .nodes:
      kind = .other
      target = -1
      parentColumn = -1
    }
  }
}
