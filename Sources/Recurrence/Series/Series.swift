/// Events that follow a rule, or one that comes once, in the zone of the series.
package struct Series: Sendable {
  package static let maximumExceptions = 500

  package let span: LocalSpan
  /// Nil: it comes once.
  package let recurrence: Recurrence?
  package let clock: ZoneClock
  /// In the order of their days; one for a day.
  package let exceptions: [OccurrenceException]

  /// - Parameters:
  ///   - recurrence: starts at the day of the span.
  ///   - exceptions: in any order, of days that the rule yields. Others have no effect if they leave something out, and
  ///     otherwise must not be given.
  package init(_ span: LocalSpan, _ recurrence: Recurrence?, clock: ZoneClock, exceptions: [OccurrenceException] = []) {
    self.span = span
    self.recurrence = recurrence
    self.clock = clock
    let isInOrder = zip(exceptions, exceptions.dropFirst()).allSatisfy { $0.day < $1.day }
    self.exceptions = isInOrder ? exceptions : exceptions.sorted { $0.day < $1.day }
  }

  /// Whether the rule yields a day, also if the occurrence is left out.
  package func contains(_ day: LocalDay) -> Bool { recurrence?.contains(day) ?? (day == span.day) }

  /// The occurrence of a day that the rule yields; nil if it is left out or there is none.
  package func occurrence(of day: LocalDay) -> Occurrence? {
    guard contains(day) else { return nil }
    let index = firstException(from: day)
    guard index < exceptions.endIndex, exceptions[index].day == day else {
      return Occurrence(day: day, time: time(of: day), isChanged: false)
    }
    return changed(exceptions[index])
  }

  /// The occurrences that have a part in a window, in the order of their days.
  package func occurrences(in window: CalendarWindow) -> [Occurrence] {
    var occurrences = exceptions.compactMap(changed).filter { $0.time.isPart(of: window) }
    let hasChanged = !occurrences.isEmpty
    let range = days(thatMayReach: window)
    guard let recurrence else {
      guard exceptions.isEmpty, range.contains(span.day) else { return occurrences }
      let time = time(of: span.day)
      return time.isPart(of: window) ? [Occurrence(day: span.day, time: time, isChanged: false)] : []
    }
    var next = firstException(from: max(range.lowerBound, recurrence.start))
    for day in recurrence.days(in: range) {
      while next < exceptions.endIndex, exceptions[next].day < day { next += 1 }
      if next < exceptions.endIndex, exceptions[next].day == day { continue }
      let time = time(of: day)
      if time.isPart(of: window) { occurrences.append(Occurrence(day: day, time: time, isChanged: false)) }
    }
    if hasChanged { occurrences.sort { $0.day < $1.day } }
    return occurrences
  }

  /// The time of an occurrence that nothing changes.
  package func time(of day: LocalDay) -> OccurrenceTime {
    let endDay = day.adding(days: span.dayShift)
    guard let time = span.time, let endTime = span.endTime else { return .days(day, through: endDay) }
    return moments(LocalDateTime(day, time), LocalDateTime(endDay, endTime))
  }

  /// The time of an occurrence with a change. The end keeps its distance by the clock if the change does not set it.
  /// - Returns: nil if the end is before the start, or the occurrence has become too long.
  package func time(of day: LocalDay, _ change: OccurrenceChange) -> OccurrenceTime? {
    let start = change.day ?? day
    guard let startTime = change.time ?? span.time else {
      let last = change.endDay ?? start.adding(days: span.dayShift)
      guard change.endTime == nil, last >= start, last.number - start.number < LocalSpan.maximumDays else { return nil }
      return .days(start, through: last)
    }
    let from = LocalDateTime(start, startTime)
    guard change.endDay != nil || change.endTime != nil else {
      let length = span.time == nil ? 0 : span.nominalLength
      return moments(from, LocalDateTime(seconds: from.seconds + length))
    }
    let to = LocalDateTime(change.endDay ?? start.adding(days: span.dayShift), change.endTime ?? span.endTime ?? startTime)
    guard from <= to, to.seconds - from.seconds <= LocalSpan.maximumDays * 86_400 else { return nil }
    return moments(from, to)
  }

  private func changed(_ exception: OccurrenceException) -> Occurrence? {
    guard case .changed(let change) = exception.kind else { return nil }
    // Changing the series may have left the times of the change without sense: then the series decides.
    let time = time(of: exception.day, change) ?? time(of: exception.day)
    return Occurrence(day: exception.day, time: time, isChanged: true)
  }

  private func moments(_ start: LocalDateTime, _ end: LocalDateTime) -> OccurrenceTime {
    let from = clock.moment(of: start)
    let to = clock.moment(of: end)
    // A start in a gap is later than its local time says, and may pass the end.
    return .moments(start: from, end: to < from ? from + end.seconds - start.seconds : to)
  }

  /// The days whose occurrences may have a part in a window, and some more.
  private func days(thatMayReach window: CalendarWindow) -> ClosedRange<LocalDay> {
    guard span.time != nil else { return window.firstDay.adding(days: -span.dayShift)...window.lastDay }
    // A gap has at most a day (Apia, 2011-12-30), and zones are at most 26 hours apart.
    return window.firstDay.adding(days: -span.dayShift - 3)...window.lastDay.adding(days: 2)
  }

  /// The index of the first exception that is not before a day.
  private func firstException(from day: LocalDay) -> Int {
    var (low, high) = (0, exceptions.count)
    while low < high {
      let middle = (low + high) / 2
      if exceptions[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
