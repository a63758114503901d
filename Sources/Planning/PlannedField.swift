import GraphQL

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
