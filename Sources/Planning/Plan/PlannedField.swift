import GraphQL

/// One response position of an object.
final class PlannedField: Sendable {
  let responseKey: String
  let fieldName: String
  /// Where the field stands in the document.
  let position: SourcePosition
  let type: TypeReference
  let isNonNull: Bool
  /// Whether the items of a list are non-null.
  let itemIsNonNull: Bool
  /// A boolean column that is true in the rows whose value the viewer may see; nil when it may in all.
  let guardColumn: Int?
  /// The answer where the viewer may not see the value.
  let refusal: Refusal
  let output: Output

  enum Output: Sendable {
    case typeName([UInt8])
    case leaf(column: Int, LeafFormat)
    /// The row of `level` whose join column equals this row's `parentColumn`.
    case object(level: Int, parentColumn: Int?)
    case list(level: Int, parentColumn: Int?)
    /// The place of the row in its list.
    case cursor(CursorLayout)
    /// The place of the first or the last row of a list.
    case pageCursor(level: Int, parentColumn: Int?, CursorLayout, isLast: Bool)
    /// The first row there is in any of these levels.
    case node(levels: [Int])
    /// For each id of an argument, the row with that key in any of these levels.
    case nodes(levels: [Int], PlannedArguments, argument: String)
    /// An object without a row of its own, such as the payload of a mutation; null without the value that it needs.
    case embedded(ObjectShape, ifGiven: String?)
    /// A key that the mutation gives.
    case changedKey(String)
    /// Several of them.
    case changedKeys(String)
    /// A value that the mutation gives.
    case given(String)
    case introspection(FieldGroup)
    /// The rule refused the field to this class of viewers.
    case refused
  }

  init(
    _ group: FieldGroup, type: TypeReference, guardColumn: Int?, refusal: Refusal = .error(admitted: nil), output: Output
  ) {
    responseKey = group.responseKey
    fieldName = group.first.name.value
    position = group.first.position
    self.type = type
    isNonNull = type.isNonNull
    itemIsNonNull = type.itemType?.isNonNull ?? false
    self.guardColumn = guardColumn
    self.refusal = refusal
    self.output = output
  }
}
