import GraphQL
import SQL

/// A response position of an object as it is resolved: the values and the levels that it needs.
struct ResolvedField<Viewer: ViewerContext> {
  let group: FieldGroup
  let type: TypeReference
  /// A boolean value that is true in the rows whose value the viewer may see; nil when it may in all.
  var guardValue: RowValue?
  /// The answer where the viewer may not see the value.
  var refusal = Refusal.error(admitted: nil)
  /// The arguments to coerce in each request, even when no statement binds them.
  var arguments: PlannedArguments?
  /// The rows that the value reads besides its own: those of a list, as a filter compares them with operands.
  var scans = ScanCost()
  var operands: [SQL.Slot] = []
  let output: Output

  enum Output {
    /// An answer that needs no row.
    case constant(PlannedField.Output)
    case leaf(RowValue, LeafFormat)
    /// The row of a level whose join column equals the key.
    case object(ResolvedLevel<Viewer>, parentKey: RowValue?)
    case list(ResolvedLevel<Viewer>, parentKey: RowValue?)
    /// The place of the row in its list.
    case cursor(CursorPlace)
    /// The place of the first or the last row of a page, which the same connection has.
    case pageCursor(of: RowSet<Viewer>, CursorPlace, parentKey: RowValue?, isLast: Bool)
    /// The first row there is in any of these levels.
    case node([ResolvedLevel<Viewer>])
    /// For each id of an argument, the row with that key in any of these levels.
    case nodes([ResolvedLevel<Viewer>], PlannedArguments, argument: String)
    /// An object without a row of its own; null without the value that it needs.
    case embedded(ResolvedObject<Viewer>, ifGiven: String?)
    case connection(ResolvedConnection<Viewer>)
    case pageInfo(ResolvedObject<Viewer>)
  }
}

/// A connection as it is resolved.
struct ResolvedConnection<Viewer: ViewerContext> {
  let object: ResolvedObject<Viewer>
  /// The part of the list that is asked for. Its size is checked even when no level reads the page.
  let page: ListPage
  /// The key of the parent that the rows of the page hold; nil when all rows belong to the one parent.
  let parentKey: RowValue?
  /// A page that only `pageInfo` reads.
  let cursorPage: ResolvedLevel<Viewer>?
}

/// The values that place a row in its list.
struct CursorPlace {
  let order: CursorOrder
  let values: [RowValue]
}
