import SQL

/// The slots of a plan while it is laid out: one for each source, numbered as they come up, with the arguments that they
/// are part of.
struct SlotTable<Viewer: ViewerContext> {
  private(set) var slots: [PlannedSlot<Viewer>] = []
  private(set) var arguments: [PlannedArguments] = []
  private var numbers: [BindSource<Viewer>: Int] = [:]
  private var lists: [PlannedArguments: Int] = [:]

  mutating func number(of slot: SQL.Slot) -> Int {
    guard let source = slot.source as? BindSource<Viewer> else {
      preconditionFailure("\(slot.source) is no source of this planner")
    }
    if let known = numbers[source] { return known }
    numbers[source] = slots.count
    var list: Int?
    if let arguments = source.arguments { list = self.list(of: arguments) }
    slots.append(PlannedSlot(source: source, list: list))
    return slots.count - 1
  }

  /// Has the value checked in each request, even when no statement binds it.
  mutating func add(_ slot: SQL.Slot) { _ = number(of: slot) }

  /// Has the arguments coerced in each request, even when no statement binds one.
  mutating func add(_ arguments: PlannedArguments) {
    if !arguments.definitions.isEmpty { _ = list(of: arguments) }
  }

  private mutating func list(of planned: PlannedArguments) -> Int {
    if let known = lists[planned] { return known }
    lists[planned] = arguments.count
    arguments.append(planned)
    return arguments.count - 1
  }
}
