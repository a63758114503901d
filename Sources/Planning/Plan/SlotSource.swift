import GraphQL
import SQL

/// Where the value of a slot comes from when a plan is rendered for a request.
enum SlotSource<Viewer: ViewerContext>: Hashable, Sendable {
  case viewer(Viewer.Attribute)
  /// A value inside the planned argument list with this index: the argument, or what leads from it to a part of it.
  case argument(list: Int, at: ArgumentPath, as: ArgumentConversion)
  /// An argument that a field has nowhere to be given.
  case absent(ArgumentConversion)
  /// One of the values of the cursor that an argument is.
  case cursor(list: Int, name: String, position: Int, order: CursorOrder)
  /// A key that the mutation gives.
  case changed(String)

  var type: SQLType {
    switch self {
    case .viewer(let attribute): attribute.type
    case .argument(_, _, let conversion), .absent(let conversion): conversion.type
    case .cursor(_, _, let position, let order): order.types[position]
    case .changed: .uuid
    }
  }
}
