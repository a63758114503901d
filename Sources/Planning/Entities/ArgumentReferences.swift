package import SQL

/// The arguments of a field inside a statement. What is known here is which of them were given, since
/// that may change the statement's text; their values reach it as binds.
package struct ArgumentReferences {
  let given: Set<String>
  let slot: (String, ArgumentConversion) -> SQL.Slot
  /// Those of the field that leads to the parents: at most one.
  private let outer: [ArgumentReferences]

  init(
    given: Set<String>, outer: ArgumentReferences?, slot: @escaping (String, ArgumentConversion) -> SQL.Slot
  ) {
    self.given = given
    self.outer = outer.map { [$0] } ?? []
    self.slot = slot
  }

  /// The arguments of the field that leads to the parents of this one: of `planner` for `PlannerDay.entries`.
  package var ofParent: ArgumentReferences? { outer.first }

  /// For a field that is filtered or ordered by, where it has no arguments.
  static func none(_ absent: @escaping (ArgumentConversion) -> SQL.Slot) -> ArgumentReferences {
    ArgumentReferences(given: [], outer: nil) { _, conversion in absent(conversion) }
  }

  /// Whether the argument has a value other than null.
  package func isGiven(_ name: String) -> Bool { given.contains(name) }

  /// The value of the argument, bound by each request.
  package func value(_ name: String, as conversion: ArgumentConversion) -> SQL {
    "\(slot(name, conversion))"
  }
}
