/// A point in time: what `timestamptz` is in PostgreSQL, to the millisecond, as a version 7 UUID has it.
struct Moment: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 00:00 UTC.
  let milliseconds: Int

  static let minute = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour

  init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Midnight UTC, and `offset` milliseconds after it.
  init(_ day: CalendarDay, offset: Int = 0) {
    self.init(milliseconds: day.number * Self.day + offset)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  static func + (moment: Self, milliseconds: Int) -> Self {
    Self(milliseconds: moment.milliseconds + milliseconds)
  }
}
