package import SQL

/// The answer to a client whose change violates a constraint of the database. Every type lists those of its table:
///
///     static let constraints: [ConstraintRule] = [
///       .conflict("school_classes_name", ["name"], "The school has a class of this name: take another name."),
///       .unreachable("school_classes_grade", "checked before: @text has the bounds"),
///     ]
package struct ConstraintRule: Sendable, Hashable {
  package enum Meaning: Sendable, Hashable {
    /// Values of the input do not fit: `BAD_USER_INPUT`.
    case invalid
    /// The viewer may not: `FORBIDDEN`.
    case forbidden
    /// Another row has what the input wants, or refers to the row: `CONFLICT`.
    case conflict
    /// A row that the input names is gone: `NOT_FOUND`. Where the input names none, others refer to the row: `CONFLICT`.
    case notFound
    /// No input violates it. A violation is a fault of this program.
    case unreachable
  }

  /// The name of the constraint, or of the unique index.
  package let name: String
  package let meaning: Meaning
  /// The fields of inputs that may be to blame: the first that was given is.
  package let fields: [String]
  /// The message. `LIMIT` in it is the text after the name of the constraint: `terms_first_day 2026-08-31`. Where the rule is
  /// unreachable, the reason.
  package let message: String

  package static func invalid(_ name: String, _ fields: [String], _ message: String) -> ConstraintRule {
    ConstraintRule(name: name, meaning: .invalid, fields: fields, message: message)
  }

  package static func forbidden(_ name: String, _ fields: [String], _ message: String) -> ConstraintRule {
    ConstraintRule(name: name, meaning: .forbidden, fields: fields, message: message)
  }

  package static func conflict(_ name: String, _ fields: [String], _ message: String) -> ConstraintRule {
    ConstraintRule(name: name, meaning: .conflict, fields: fields, message: message)
  }

  /// A foreign key whose row another request may have removed.
  package static func notFound(_ name: String, _ fields: [String]) -> ConstraintRule {
    ConstraintRule(name: name, meaning: .notFound, fields: fields, message: "")
  }

  package static func unreachable(_ name: String, _ reason: String) -> ConstraintRule {
    ConstraintRule(name: name, meaning: .unreachable, fields: [], message: reason)
  }

  /// The keys of a table, by the names that this project gives them: a client may choose an id that is used.
  package static func keys(of table: String) -> [ConstraintRule] {
    ["\(table)_key", "\(table)_pkey", "\(table)_id"].map { .conflict($0, ["id"], Self.usedID) }
  }

  static let usedID = "This id was used for something else: send another."
}

extension ConstraintRule {
  /// - Parameter detail: the text after the name of the constraint.
  fileprivate func failure(_ input: MutationInput, _ detail: String) -> MutationFailure {
    let path = fields.first(where: input.isGiven).map(input.path) ?? input.place
    let message = message.replacing("LIMIT", with: detail)
    switch meaning {
    case .invalid, .unreachable: return .invalid(message, at: path)
    case .forbidden: return .forbidden(message, at: path)
    case .conflict: return .conflict(message, at: path, version: nil)
    case .notFound:
      guard let field = fields.first(where: { input.isGiven($0) && !input.isNull($0) }) else { return .isReferredTo(input) }
      return input.notFound(field)
    }
  }
}

/// The rules for all constraints, by name.
package struct ConstraintRules: Sendable {
  /// The answer to a violation.
  package struct Answer: Sendable {
    package let failure: MutationFailure
    /// Whether a rule expects the violation. The log has others, as faults of this program.
    package let isExpected: Bool
  }

  private let rules: [String: ConstraintRule]

  /// - Parameter rules: the rules. Types that share a table may have two for one constraint: the first holds, and the
  ///   fields of both count.
  package init(_ rules: [ConstraintRule] = []) {
    self.rules = Dictionary(rules.map { ($0.name, $0) }) { first, other in
      ConstraintRule(
        name: first.name, meaning: first.meaning, fields: first.fields + other.fields.filter { !first.fields.contains($0) },
        message: first.message)
    }
  }

  package subscript(name: String) -> ConstraintRule? { rules[name] }

  package var all: [ConstraintRule] { rules.values.sorted { $0.name < $1.name } }

  /// The answer to a statement that values of a client may have made PostgreSQL refuse; nil for any other error.
  ///
  /// A value that violates a constraint, or that its type cannot hold, comes from the client: even where no rule expects it, the answer
  /// is no fault of the server.
  package func answer(to error: StatementError, _ input: MutationInput) -> Answer? {
    guard case .statement(let state) = error.reason, state.isOfValues else { return nil }
    let parts = (error.constraint ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    if let rule = parts.first.flatMap({ rules[$0] }), rule.meaning != .unreachable {
      return Answer(failure: rule.failure(input, parts.dropFirst().first ?? ""), isExpected: true)
    }
    return Answer(failure: .violation(of: state, input), isExpected: false)
  }
}

extension MutationFailure {
  fileprivate static func violation(of state: SQLState, _ input: MutationInput) -> MutationFailure {
    switch state {
    case .uniqueViolation, .exclusionViolation:
      .conflict(
        input.isGiven("id") ? ConstraintRule.usedID : "There is a row of this kind already.",
        at: input.isGiven("id") ? input.path(of: "id") : input.place, version: nil)
    case .foreignKeyViolation: .isReferredTo(input)
    default: .invalid("A value of the input does not fit the others, or cannot be kept.", at: input.place)
    }
  }

  fileprivate static func isReferredTo(_ input: MutationInput) -> MutationFailure {
    .conflict(
      "A row that it needs is gone by now, or others still refer to it.",
      at: input.isGiven("id") ? input.path(of: "id") : input.place, version: nil)
  }
}

extension SQLState {
  /// Whether a value is the reason: integrity constraints, and data exceptions such as a number out of range — PostgreSQL
  /// documentation, appendix A, classes 23 and 22.
  fileprivate var isOfValues: Bool { rawValue.hasPrefix("23") || rawValue.hasPrefix("22") }
}
