import SQL

/// Where the value of a slot comes from when a plan is rendered for a request.
enum SlotSource<Viewer: ViewerContext>: Hashable, Sendable {
  case viewer(Viewer.Attribute)
  /// The argument `name` of the planned argument list with this index.
  case argument(list: Int, name: String, as: ArgumentConversion)
  /// A key that the mutation gives.
  case changed(String)

  var type: SQLType {
    switch self {
    case .viewer(let attribute): attribute.type
    case .argument(_, _, let conversion): conversion.type
    case .changed: .uuid
    }
  }
}
