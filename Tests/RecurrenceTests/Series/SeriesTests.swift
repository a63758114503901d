import Recurrence
import Testing

struct SeriesTests {
  /// A series with random times, zone and exceptions.
  private func series(_ random: inout Random) throws -> Series {
    let recurrence = try random.recurrence(from: 2000...2030)
    let isTimed = !random.once(in: 4)
    let start = isTimed ? random.time() : nil
    let endTime = isTimed ? random.time() : nil
    let shift = random.once(in: 3) ? random.below(20) : 0
    let endDay = recurrence.start.adding(days: shift == 0 && (endTime ?? .midnight) < (start ?? .midnight) ? 1 : shift)
    var exceptions: [OccurrenceException] = []
    for day in recurrence.days(from: recurrence.start).prefix(300) where random.once(in: 4) {
      guard random.once(in: 2) else {
        exceptions.append(OccurrenceException(day, .leftOut))
        continue
      }
      let change = OccurrenceChange(
        day: random.once(in: 2) ? day.adding(days: random.between(-400...400)) : nil,
        time: isTimed && random.once(in: 2) ? random.time() : nil)
      exceptions.append(OccurrenceException(day, .changed(change)))
    }
    let zone = random.pick(["America/New_York", "Pacific/Apia", "Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"])
    return Series(
      try LocalSpan(recurrence.start, start, endDay: endDay, endTime: endTime), recurrence, clock: try clock(zone),
      exceptions: random.once(in: 2) ? exceptions : exceptions.shuffled(using: &random))
  }

  @Test("A window has the occurrences that have a part in it", arguments: Run.randoms(300, of: 20))
  func windows(_ random: Random) throws {
    var random = random
    let series = try series(&random)
    let recurrence = try #require(series.recurrence)
    let all = recurrence.days(in: recurrence.start...recurrence.start.adding(days: 3000)).compactMap(series.occurrence)
    for _ in 0..<8 {
      let viewer = try clock(random.pick(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"]))
      let window = CalendarWindow(
        from: recurrence.start.adding(days: random.between(-420...2000)), days: random.between(1...200), clock: viewer)
      let expected = all.filter { occurrence in
        let days = occurrence.time.days(in: viewer)
        return days.upperBound >= window.firstDay && days.lowerBound <= window.lastDay
      }
      #expect(series.occurrences(in: window) == expected)
    }
  }

  @Test func `A change keeps the length by the clock, unless it sets the end`() throws {
    let first = try day("2026-09-07")
    let span = try LocalSpan(first, time("22:00"), endDay: day("2026-09-08"), endTime: time("01:00"))
    let series = Series(span, try recurrence("FREQ=DAILY", "2026-09-07"), clock: .utc)
    let changes: [(OccurrenceChange, String?)] = [
      (OccurrenceChange(), "2026-09-07 22:00Z to 2026-09-08 01:00Z"),
      (OccurrenceChange(day: try day("2026-09-10")), "2026-09-10 22:00Z to 2026-09-11 01:00Z"),
      (OccurrenceChange(time: try time("20:00")), "2026-09-07 20:00Z to 2026-09-07 23:00Z"),
      (OccurrenceChange(endTime: try time("02:00")), "2026-09-07 22:00Z to 2026-09-08 02:00Z"),
      (OccurrenceChange(endDay: first, endTime: try time("23:00")), "2026-09-07 22:00Z to 2026-09-07 23:00Z"),
      (OccurrenceChange(day: try day("2026-09-10"), endDay: first), nil),
      (OccurrenceChange(endDay: first.adding(days: 367)), nil),
    ]
    for (change, expected) in changes { #expect(series.time(of: first, change)?.text == expected) }
    let days = Series(try LocalSpan(first, nil, endDay: day("2026-09-09")), nil, clock: .utc)
    #expect(days.time(of: first, OccurrenceChange(day: try day("2026-09-10")))?.text == "2026-09-10 to 2026-09-12")
    #expect(days.time(of: first, OccurrenceChange(day: try day("2026-09-10"), endDay: first))?.text == nil)
  }

  @Test func `The end is not before the start, and at most 366 days after it`() throws {
    let first = try day("2026-09-07")
    #expect(throws: LocalSpanProblem.endBeforeStart) { try LocalSpan(first, nil, endDay: first.adding(days: -1)) }
    #expect(throws: LocalSpanProblem.endBeforeStart) { try LocalSpan(first, time("10:00"), endTime: time("09:00")) }
    #expect(throws: LocalSpanProblem.endWithoutStart) { try LocalSpan(first, nil, endTime: time("09:00")) }
    #expect(throws: LocalSpanProblem.tooLong) { try LocalSpan(first, nil, endDay: first.adding(days: 366)) }
    #expect(throws: LocalSpanProblem.tooLong) { try LocalSpan(first, .midnight, endDay: first.adding(days: 366), endTime: time("00:15")) }
    _ = try LocalSpan(first, nil, endDay: first.adding(days: 365))
    _ = try LocalSpan(first, .midnight, endDay: first.adding(days: 366), endTime: .midnight)
  }
}
