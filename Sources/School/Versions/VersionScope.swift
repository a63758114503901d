/// What the answer to a plan depends on besides the versions of its family and its account.
package struct VersionScope: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The database's time: work becomes overdue, a day ends, an invitation expires.
  package static let clock = VersionScope(rawValue: 1)
  /// Requests to join, which other families' changes end as well.
  package static let requests = VersionScope(rawValue: 2)

  /// The places of the account in schools, and what is theirs.
  package static let places = VersionScope(rawValue: 4)

  /// The names in SQL by which a statement depends on the time: `now()`, and the functions of the schema that call it.
  package static let functionsOfTime = ["now()", "invitation_state("]

  private static let settingsOfPlaces = Viewer.Attribute.allCases.compactMap(\.setting)

  /// - Parameter texts: the statements of the plan.
  package init(reading texts: [String]) {
    self = []
    for text in texts {
      if Self.functionsOfTime.contains(where: text.contains) { insert(.clock) }
      if text.contains("join_requests") { insert(.requests) }
      if Self.settingsOfPlaces.contains(where: text.contains) { insert(.places) }
    }
  }
}
