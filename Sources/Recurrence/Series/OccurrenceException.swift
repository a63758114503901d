/// An occurrence that is not as its series says.
package struct OccurrenceException: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case leftOut
    case changed(OccurrenceChange)
  }

  /// The day that the rule yields, wherever the occurrence is moved.
  package let day: LocalDay
  package let kind: Kind

  package init(_ day: LocalDay, _ kind: Kind) {
    self.day = day
    self.kind = kind
  }
}

/// The times of an occurrence that its series does not decide. Parts that are nil follow the series, also when that is
/// changed later.
package struct OccurrenceChange: Hashable, Sendable {
  package let day: LocalDay?
  package let time: LocalTime?
  package let endDay: LocalDay?
  package let endTime: LocalTime?

  package init(day: LocalDay? = nil, time: LocalTime? = nil, endDay: LocalDay? = nil, endTime: LocalTime? = nil) {
    self.day = day
    self.time = time
    self.endDay = endDay
    self.endTime = endTime
  }
}
