/// The gateway's own locks that a planner puts on rows. Always `.all`, except in the tests that show
/// each lock to hold alone by taking the others away.
package struct PlannerLocks: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Access rules, and the refusal to write a row of another scope.
  package static let resolver = PlannerLocks(rawValue: 1)
  /// Row scope and visibility in every statement.
  package static let scope = PlannerLocks(rawValue: 2)

  package static let all: PlannerLocks = [.resolver, .scope]
}
