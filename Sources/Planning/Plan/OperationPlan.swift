/// The plan of an operation, by its kind — specification section 6.2.
package enum OperationPlan<Viewer: ViewerContext>: Sendable {
  /// All fields at once.
  case query(QueryPlan<Viewer>)
  /// One field after the other, each in a transaction of its own.
  case mutation([MutationPlan<Viewer>])
  /// The query that each event is the answer to, and how the row that an event is of is called; nil where it is of none.
  case subscription(QueryPlan<Viewer>, added: String?)

  /// The plans of all that is read, in the order in which it is run: of a mutation, as who asked reads it.
  package var selections: [QueryPlan<Viewer>] {
    switch self {
    case .query(let plan), .subscription(let plan, _): [plan]
    case .mutation(let fields): fields.compactMap(\.selection)
    }
  }

  /// About how many bytes the plan holds, for caches to charge.
  package var approximateSize: Int {
    switch self {
    case .query(let plan), .subscription(let plan, _): plan.approximateSize
    case .mutation(let fields): fields.reduce(1024) { $0 + 1024 + $1.approximateSize }
    }
  }
}
