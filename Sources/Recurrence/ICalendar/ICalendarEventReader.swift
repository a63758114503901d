/// Reads the times of a `VEVENT`.
struct ICalendarEventReader {
  private let component: ICalendarComponent
  private let defaultZone: String
  private let zones: ZoneFolder
  private let start: LocalDateTime
  private let isAllDay: Bool
  private let clock: ZoneClock
  let zone: String

  init(_ component: ICalendarComponent, _ defaultZone: String, _ zones: ZoneFolder) throws(ICalendarProblem) {
    (self.component, self.defaultZone, self.zones) = (component, defaultZone, zones)
    guard !component.isDamaged else {
      throw ICalendarProblem(line: component.line, message: "The event has a line that cannot be read.")
    }
    for name in ["RDATE", "EXRULE"] {
      if let property = component[name] { throw ICalendarProblem(line: property.line, message: "\(name) is not supported.") }
    }
    guard let property = component["DTSTART"] else {
      throw ICalendarProblem(line: component.line, message: "The event has no DTSTART.")
    }
    let time = try Self.time(property, property.content.value)
    zone =
      switch time {
      case .day, .floating: defaultZone
      case .local(_, let zone): zone
      case .moment: "UTC"
      }
    guard let clock = zones.clock(named: zone) else {
      throw ICalendarProblem(line: property.line, message: "There is no time zone \(zone.prefix(64)).")
    }
    self.clock = clock
    switch time {
    case .day(let day): (start, isAllDay) = (LocalDateTime(day, .midnight), true)
    case .floating(let local), .local(let local, _): (start, isAllDay) = (local, false)
    case .moment(let moment): (start, isAllDay) = (clock.local(at: moment), false)
    }
  }

  /// A day without an end is one day; a time without an end is a moment.
  func span() throws(ICalendarProblem) -> LocalSpan {
    let (end, line) = try end()
    do throws(LocalSpanProblem) {
      guard isAllDay else { return try LocalSpan(start.day, start.time, endDay: end.day, endTime: end.time) }
      // The end is not a part of it. Some programs write the start, for one day.
      return try LocalSpan(start.day, nil, endDay: end.day > start.day ? end.day.adding(days: -1) : end.day)
    } catch {
      let message = error == .tooLong ? "The event is longer than \(LocalSpan.maximumDays) days." : "The end is before the start."
      throw ICalendarProblem(line: line, message: message)
    }
  }

  private func end() throws(ICalendarProblem) -> (end: LocalDateTime, line: Int) {
    if let property = component["DTEND"] {
      let time = try Self.time(property, property.content.value)
      if case .day = time, !isAllDay { throw ICalendarProblem(line: property.line, message: "DTEND is a day, and DTSTART is not.") }
      if isAllDay {
        guard case .day = time else { throw ICalendarProblem(line: property.line, message: "DTSTART is a day, and DTEND is not.") }
      }
      return (try local(time, property.line), property.line)
    }
    guard let property = component["DURATION"] else { return (start, component.line) }
    guard let duration = ICalendarDuration(property.content.value) else {
      throw ICalendarProblem(line: property.line, message: "DURATION is not a duration such as PT1H.")
    }
    // Days are those of the calendar, also over a change of the clock; hours are elapsed ones.
    let day = start.day.adding(days: duration.days)
    guard duration.seconds != 0, !isAllDay else { return (LocalDateTime(day, start.time), property.line) }
    return (clock.local(at: clock.moment(of: day, start.time) + duration.seconds), property.line)
  }

  func recurrence(_ span: LocalSpan, steps: inout Int) throws(ICalendarProblem) -> Recurrence? {
    guard let property = component["RRULE"] else { return nil }
    if component.properties.count(where: { $0.content.name == "RRULE" }) > 1 {
      throw ICalendarProblem(line: property.line, message: "The event has more than one RRULE.")
    }
    do throws(RecurrenceProblem) {
      let rule = try RecurrenceRule(reading: property.content.value, time: span.time, clock: clock)
      return try Recurrence(rule, start: span.day, steps: &steps)
    } catch {
      throw ICalendarProblem(line: property.line, message: "RRULE: \(error)")
    }
  }

  /// Days that the rule does not yield are no days to leave out.
  func leftOut(_ recurrence: Recurrence?, steps: inout Int) throws(ICalendarProblem) -> [LocalDay] {
    guard let recurrence else { return [] }
    var days: Set<LocalDay> = []
    for property in component.properties where property.content.name == "EXDATE" {
      for value in property.content.value.split(separator: ",") {
        let day = try local(Self.time(property, value), property.line).day
        steps -= recurrence.rule.stepsOfPeriod
        guard steps > 0 else { throw ICalendarProblem(line: property.line, message: "The event has too many EXDATE.") }
        if recurrence.contains(day) { days.insert(day) }
        guard days.count <= Series.maximumExceptions else {
          throw ICalendarProblem(line: property.line, message: "The event has more than \(Series.maximumExceptions) exceptions.")
        }
      }
    }
    return days.sorted()
  }

  func occurrence() throws(ICalendarProblem) -> LocalDay? {
    guard let property = component["RECURRENCE-ID"] else { return nil }
    guard property.content.parameter("RANGE") == nil else {
      throw ICalendarProblem(line: property.line, message: "RANGE is not supported.")
    }
    return try local(Self.time(property, property.content.value), property.line).day
  }

  /// The local time in the zone of the start.
  private func local(_ time: ICalendarTime, _ line: Int) throws(ICalendarProblem) -> LocalDateTime {
    switch time {
    case .day(let day): return LocalDateTime(day, .midnight)
    case .floating(let local): return local
    case .moment(let moment): return clock.local(at: moment)
    case .local(let local, zone): return local
    case .local(let local, let other):
      guard let otherClock = zones.clock(named: other) else {
        throw ICalendarProblem(line: line, message: "There is no time zone \(other.prefix(64)).")
      }
      return clock.local(at: otherClock.moment(of: local))
    }
  }

  private static func time(_ property: ICalendarProperty, _ value: some StringProtocol) throws(ICalendarProblem) -> ICalendarTime {
    guard let time = ICalendarTime(value, zone: property.content.parameter("TZID")) else {
      throw ICalendarProblem(line: property.line, message: "\(property.content.name) is not a day or a time such as 20260907T090000.")
    }
    return time
  }
}
