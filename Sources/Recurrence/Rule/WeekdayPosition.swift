/// A day of the week, or one of those of a month.
///
///     MO      each Monday
///     2MO     the second Monday of the month
///     -1MO    the last one
package struct WeekdayPosition: Hashable, Sendable {
  package let day: Weekday
  /// Counted from the end of the month if it is negative. Nil: each one.
  package let position: Int?

  package init(_ day: Weekday, position: Int? = nil) {
    self.day = day
    self.position = position
  }

  /// As RFC 5545 writes it (`weekdaynum`).
  var text: String { (position.map { String($0) } ?? "") + day.code }
}
