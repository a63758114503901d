/// A day and a time of day, without a time zone.
package struct LocalDateTime: Hashable, Comparable, Sendable {
  package let day: LocalDay
  package let time: LocalTime

  package init(_ day: LocalDay, _ time: LocalTime) {
    self.day = day
    self.time = time
  }

  /// - Parameter seconds: those of a clock without offset since 1970-01-01 00:00.
  init(seconds: Int) {
    let remainder = seconds % 86_400
    let inDay = remainder < 0 ? remainder + 86_400 : remainder
    day = LocalDay(clamping: (seconds - inDay) / 86_400)
    time = LocalTime(seconds: inDay) ?? .midnight
  }

  /// Seconds since 1970-01-01 00:00 of a clock without offset: nominal, not elapsed.
  var seconds: Int { day.number * 86_400 + time.seconds }

  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}
