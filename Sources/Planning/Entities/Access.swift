package import SQL

/// The access rule of a field: part of every resolver's declaration, with no default. The first of the three locks on
/// every row.
package struct Access<Viewer: ViewerContext>: Sendable {
  /// A rule's answer to a viewer, before any row is read.
  package enum Decision: Sendable {
    case allowed
    /// The request has no token, and this field needs one.
    case unauthenticated
    /// The viewer may not have this field: see ``Refusal``. The rest of the answer stands.
    case refused
    /// The viewer may have this field of the rows that satisfy a condition; elsewhere as if refused.
    case rows(@Sendable (RowReference<Viewer>) -> SQL)
  }

  /// The name of the rule, for the access matrix and for messages: `parentsOrSelf`.
  package let name: String
  /// The answer to a viewer whom the rule refuses a field.
  package let refusal: Refusal
  let decide: @Sendable (Viewer.PlanClass) -> Decision

  /// - Parameters:
  ///   - admitted: the viewers whom the rule allows, for messages: `parents`. Nil if one word does not say it.
  ///   - decide: the decision for a class of viewers. It sees no more of a viewer than its class,
  ///     so that a plan made for one viewer is right for every other of that class.
  package init(
    _ name: String, admitted: String? = nil, decide: @escaping @Sendable (Viewer.PlanClass) -> Decision
  ) {
    self.init(name: name, refusal: .error(admitted: admitted), decide: decide)
  }

  private init(name: String, refusal: Refusal, decide: @escaping @Sendable (Viewer.PlanClass) -> Decision) {
    self.name = name
    self.refusal = refusal
    self.decide = decide
  }

  /// The same rule for a field that is hidden instead of refused: null without an error, so that a list whose rows have
  /// such a field is answered without an error for each row.
  package var elseNull: Access { Access(name: "\(name), else null", refusal: .null, decide: decide) }

  /// Whether some viewer with a token may be refused the field. Such a field is nullable.
  package var isRefusable: Bool {
    Viewer.PlanClass.allCases.contains { viewer in
      switch decide(viewer) {
      case .allowed, .unauthenticated: false
      case .refused, .rows: true
      }
    }
  }

  /// Whether some field with this rule is for viewers of a class.
  package func admits(_ planClass: Viewer.PlanClass) -> Bool {
    switch decide(planClass) {
    case .allowed, .rows: true
    case .unauthenticated, .refused: false
    }
  }

  /// Whether the decision may rest with the row.
  var dependsOnRow: Bool {
    Viewer.PlanClass.allCases.contains { if case .rows = decide($0) { true } else { false } }
  }
}
