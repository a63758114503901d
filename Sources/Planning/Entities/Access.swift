package import SQL

/// Who may see a field: part of every resolver's declaration, with no default. The first of the three
/// locks on every row.
package struct Access<Viewer: ViewerContext>: Sendable {
  /// What a rule says to a viewer, before any row is read.
  package enum Decision: Sendable {
    case allowed
    /// The request has no token, and this field needs one.
    case unauthenticated
    /// The viewer may not have this field: null and an error at its place, the rest of the answer stands.
    case refused
    /// The viewer may have this field of the rows that satisfy a condition; elsewhere as if refused.
    case rows(@Sendable (RowReference<Viewer>) -> SQL)
  }

  /// How the rule is called where it has to be named: `parentsOrSelf`.
  package let name: String
  let decide: @Sendable (Viewer.PlanClass) -> Decision

  /// - Parameter decide: the decision for a class of viewers. It sees no more of a viewer than its class,
  ///   so that a plan made for one viewer is right for every other of that class.
  package init(
    _ name: String, decide: @escaping @Sendable (Viewer.PlanClass) -> Decision
  ) {
    self.name = name
    self.decide = decide
  }

  /// Whether some viewer with a token may be refused the field. Such a field is nullable.
  package var isRefusable: Bool {
    Viewer.PlanClass.allCases.contains { viewer in
      switch decide(viewer) {
      case .allowed, .unauthenticated: false
      case .refused, .rows: true
      }
    }
  }

  /// Whether the decision may rest with the row.
  var dependsOnRow: Bool {
    Viewer.PlanClass.allCases.contains { if case .rows = decide($0) { true } else { false } }
  }
}
