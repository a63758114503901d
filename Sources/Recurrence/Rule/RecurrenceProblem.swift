/// The reason why a rule is refused, and the part of it that is wrong.
package struct RecurrenceProblem: Error, Hashable, Sendable {
  /// A step of a path below `recurrence`.
  package enum PathElement: Hashable, Sendable {
    case field(String)
    case index(Int)
  }

  /// Empty if the rule as a whole is wrong: `["byDay", 0, "position"]`.
  package let path: [PathElement]
  /// A predicate of that part: "must be from 1 to 400".
  package let message: String

  init(_ path: PathElement..., message: String) {
    self.path = path
    self.message = message
  }
}

extension RecurrenceProblem.PathElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .field(value) }
  package init(integerLiteral value: Int) { self = .index(value) }
}

extension RecurrenceProblem: CustomStringConvertible {
  /// `recurrence.byDay.0.position must be from 1 to 5, or from -5 to -1`.
  package var description: String {
    let steps = path.map { step in
      switch step {
      case .field(let name): ".\(name)"
      case .index(let index): ".\(index)"
      }
    }
    return "recurrence\(steps.joined()) \(message)"
  }
}
