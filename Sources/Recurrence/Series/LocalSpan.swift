/// The first occurrence of a series, or an event that comes once: local times, or whole days.
package struct LocalSpan: Hashable, Sendable {
  /// An event lasts at most so many days.
  package static let maximumDays = 366

  package let day: LocalDay
  /// Nil: all day.
  package let time: LocalTime?
  /// The last day, included, of an event that is all day; the day of the end.
  package let endDay: LocalDay
  /// Nil exactly where ``time`` is. The end is a moment if it is the start.
  package let endTime: LocalTime?

  /// - Parameters:
  ///   - endDay: ``day`` if it is nil.
  ///   - endTime: ``time`` if it is nil.
  package init(_ day: LocalDay, _ time: LocalTime?, endDay: LocalDay? = nil, endTime: LocalTime? = nil) throws(LocalSpanProblem) {
    guard time != nil || endTime == nil else { throw .endWithoutStart }
    self.day = day
    self.time = time
    self.endDay = endDay ?? day
    self.endTime = endTime ?? time
    guard nominalLength >= 0 else { throw .endBeforeStart }
    guard nominalLength <= Self.maximumDays * 86_400 else { throw .tooLong }
  }

  /// The number of days from the start to the end, 0 if they are the same.
  var dayShift: Int { endDay.number - day.number }

  /// The time that it takes by the clock, in seconds; whole days for those that are all day.
  var nominalLength: Int {
    guard let time, let endTime else { return dayShift < 0 ? -1 : (dayShift + 1) * 86_400 }
    return dayShift * 86_400 + endTime.seconds - time.seconds
  }
}

/// The reason why a start and an end do not go together.
package enum LocalSpanProblem: Error, Hashable, Sendable {
  case endWithoutStart, endBeforeStart, tooLong
}
