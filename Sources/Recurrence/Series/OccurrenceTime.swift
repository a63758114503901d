/// The time of one occurrence.
package enum OccurrenceTime: Hashable, Sendable {
  /// The same dates in every zone, the last one included.
  case days(LocalDay, through: LocalDay)
  /// Seconds since 1970-01-01 00:00 UTC. They are equal for a moment; otherwise the end is not a part of it.
  case moments(start: Int, end: Int)

  /// The days on which a calendar of a zone shows it: those that have a part of it.
  package func days(in clock: ZoneClock) -> ClosedRange<LocalDay> {
    switch self {
    case .days(let first, let last): return first...max(first, last)
    case .moments(let start, let end):
      let first = clock.day(at: start)
      return first...max(first, clock.day(at: max(end - 1, start)))
    }
  }

  func isPart(of window: CalendarWindow) -> Bool {
    switch self {
    case .days(let first, let last): first <= window.lastDay && last >= window.firstDay
    case .moments(let start, let end): start < window.end && (end > window.start || start == end && start == window.start)
    }
  }
}
