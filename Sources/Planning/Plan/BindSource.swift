import GraphQL
import SQL

/// The source of a value that a statement binds.
enum BindSource<Viewer: ViewerContext>: SlotSource {
  case viewer(Viewer.Attribute)
  /// A value inside the arguments of a field: an argument, or a part of one.
  case argument(of: PlannedArguments, at: ArgumentPath, as: ArgumentConversion)
  /// The number of periods that the arguments of a field ask for.
  case periods(of: PlannedArguments, PeriodArguments)
  /// An argument that a field has nowhere to be given.
  case absent(ArgumentConversion)
  /// One of the values of the cursor that an argument is.
  case cursor(of: PlannedArguments, name: String, position: Int, order: CursorOrder)
  /// A key that the mutation gives.
  case changed(String)
  /// The keys of several rows that the mutation gives.
  case changedList(String)

  var type: SQLType {
    switch self {
    case .viewer(let attribute): attribute.type
    case .argument(_, _, let conversion), .absent(let conversion): conversion.type
    case .periods: .int8
    case .cursor(_, _, let position, let order): order.types[position]
    case .changed: .uuid
    case .changedList: .uuidArray
    }
  }

  /// The arguments that the value is part of.
  var arguments: PlannedArguments? {
    switch self {
    case .argument(let arguments, _, _), .periods(let arguments, _), .cursor(let arguments, _, _, _): arguments
    case .viewer, .absent, .changed, .changedList: nil
    }
  }

  var slot: SQL.Slot { SQL.Slot(self) }
}
