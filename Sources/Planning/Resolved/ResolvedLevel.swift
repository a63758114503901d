import GraphQL

/// A level as it is resolved: its rows, and what is selected of them. It has no columns and no statement yet.
struct ResolvedLevel<Viewer: ViewerContext> {
  let rows: RowSet<Viewer>
  let content: ResolvedContent<Viewer>
}

/// The objects that the rows of a level are.
enum ResolvedContent<Viewer: ViewerContext> {
  case object(ResolvedObject<Viewer>)
  /// The rows have a type for each value of the discriminator.
  case abstract(discriminator: RowValue, objects: [(value: String, object: ResolvedObject<Viewer>)])
  /// The rows are keys of rows of other levels: of a level for each value of the discriminator.
  case elsewhere(discriminator: RowValue, key: RowValue, levels: [(value: String, level: ResolvedLevel<Viewer>)])
}

/// The selected fields of one object type, in the order of the request.
struct ResolvedObject<Viewer: ViewerContext> {
  let typeName: String
  let fields: [ResolvedField<Viewer>]
}
