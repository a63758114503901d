/// The days of a calendar: from the beginning of the first one to the beginning of the day after the last one, in a
/// zone.
package struct CalendarWindow: Sendable {
  package let firstDay: LocalDay
  /// Included.
  package let lastDay: LocalDay
  /// Seconds since 1970-01-01 00:00 UTC.
  package let start: Int
  /// The first moment after the window.
  package let end: Int

  /// - Parameter days: how many there are, at least 1.
  package init(from firstDay: LocalDay, days: Int, clock: ZoneClock) {
    self.firstDay = firstDay
    lastDay = firstDay.adding(days: max(days, 1) - 1)
    start = clock.moment(of: firstDay, .midnight)
    // The last day that there is has no day after it.
    end = lastDay == .last ? Int.max : clock.moment(of: lastDay.adding(days: 1), .midnight)
  }
}
