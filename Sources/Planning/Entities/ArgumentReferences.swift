package import SQL

/// The arguments of a field inside a statement. The plan knows which of them were given, since that may change the
/// statement's text; their values reach it as binds.
package struct ArgumentReferences {
  private let given: Set<String>
  private let slot: (String, ArgumentConversion) -> SQL.Slot
  /// The arguments as they are planned; nil for a field that has none.
  let planned: PlannedArguments?
  /// Those of the field that leads to the parents: at most one.
  private let outer: [ArgumentReferences]

  /// - Parameters:
  ///   - given: the arguments that have a value other than null.
  ///   - outer: the arguments of the field that leads to the parents.
  ///   - slot: the slot of an argument's value. Equal arguments have equal slots.
  init(
    given: Set<String>, of planned: PlannedArguments? = nil, outer: ArgumentReferences?,
    slot: @escaping (String, ArgumentConversion) -> SQL.Slot
  ) {
    self.given = given
    self.outer = outer.map { [$0] } ?? []
    self.slot = slot
    self.planned = planned
  }

  /// The arguments of the field that leads to the parents of this one: of `planner` for `PlannerDay.entries`.
  package var ofParent: ArgumentReferences? { outer.first }

  /// For a field that has no arguments, and for a field that is filtered or ordered by.
  static func none<Viewer>(for viewer: Viewer.Type, outer: ArgumentReferences? = nil) -> ArgumentReferences
  where Viewer: ViewerContext {
    ArgumentReferences(given: [], outer: outer) { _, conversion in BindSource<Viewer>.absent(conversion).slot }
  }

  /// Whether the argument has a value other than null.
  package func isGiven(_ name: String) -> Bool { given.contains(name) }

  /// The value of the argument, bound by each request. A truth value that the document itself has stands in the statement, so that
  /// PostgreSQL can use a partial index:
  ///
  ///     dismissals(open: true)    → (state IN ('REQUESTED', 'READY') AND …) = true
  ///     dismissals(open: $open)   → (state IN ('REQUESTED', 'READY') AND …) = $2
  package func value(_ name: String, as conversion: ArgumentConversion) -> SQL {
    if conversion.type == .bool, let literal = planned?.truthValue(of: name) { return literal ? "true" : "false" }
    return "\(slot(name, conversion))"
  }
}
