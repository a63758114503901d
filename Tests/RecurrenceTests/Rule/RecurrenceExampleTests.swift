import Recurrence
import Testing

/// Series whose days and moments are written down.
struct RecurrenceExampleTests {
  private static let workdays = "BYDAY=MO,TU,WE,TH,FR"

  @Test(
    "Days of a rule",
    arguments: [
      // Short months are left out, not shortened.
      ("FREQ=MONTHLY;COUNT=4", "2026-01-31", ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]),
      ("FREQ=YEARLY;COUNT=3", "2024-02-29", ["2024-02-29", "2028-02-29", "2032-02-29"]),
      ("FREQ=YEARLY;INTERVAL=100;COUNT=2", "2000-02-29", ["2000-02-29", "2400-02-29"]),
      ("FREQ=YEARLY;BYMONTH=1,3;COUNT=3", "2026-01-31", ["2026-01-31", "2026-03-31", "2027-01-31"]),
      // The last workday of each month.
      ("FREQ=MONTHLY;\(workdays);BYSETPOS=-1;COUNT=4", "2026-01-30", ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30"]),
      // The first day of the week decides which weeks are left out.
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4", "2026-08-04", ["2026-08-04", "2026-08-09", "2026-08-18", "2026-08-23"]),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=SU", "2026-08-04", ["2026-08-04", "2026-08-16", "2026-08-18", "2026-08-30"]),
      // Days of the week and of the month hold both.
      ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3", "2026-02-13", ["2026-02-13", "2026-03-13", "2026-11-13"]),
      ("FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13;COUNT=3", "2026-02-13", ["2026-02-13", "2026-03-13", "2026-11-13"]),
      // With a position and without one: either.
      ("FREQ=MONTHLY;BYDAY=1TU,MO;COUNT=4", "2026-06-01", ["2026-06-01", "2026-06-02", "2026-06-08", "2026-06-15"]),
      ("FREQ=MONTHLY;BYDAY=-1MO,5MO;COUNT=3", "2026-05-25", ["2026-05-25", "2026-06-29", "2026-07-27"]),
      // Thanksgiving.
      ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2", "2026-11-26", ["2026-11-26", "2027-11-25"]),
      // Places count within the year, also from its end.
      ("FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=1,2;BYSETPOS=2,-1;COUNT=3", "2026-12-02", ["2026-12-02", "2027-01-02", "2027-12-02"]),
      ("FREQ=DAILY;INTERVAL=10;BYMONTH=9;COUNT=4", "2026-09-25", ["2026-09-25", "2027-09-10", "2027-09-20", "2027-09-30"]),
      ("FREQ=MONTHLY;BYMONTHDAY=-1,15;UNTIL=20260331", "2026-02-15", ["2026-02-15", "2026-02-28", "2026-03-15", "2026-03-31"]),
    ])
  func days(_ rule: String, _ start: String, _ expected: [String]) throws {
    let recurrence = try recurrence(rule, start)
    #expect(recurrence.days(from: recurrence.start).map(\.description) == expected)
    #expect(recurrence.end.description == expected.last || recurrence.rule.until != nil)
    #expect(recurrence.rule.text(until: .day).split(separator: ";").count == rule.split(separator: ";").count)
  }

  @Test(
    "Moments of a daily series at clock changes",
    arguments: [
      ("America/New_York", "2026-03-07 02:30", ["2026-03-07 07:30Z", "2026-03-08 07:30Z", "2026-03-09 06:30Z"]),
      ("America/New_York", "2026-10-31 01:30", ["2026-10-31 05:30Z", "2026-11-01 05:30Z", "2026-11-02 06:30Z"]),
      ("Australia/Lord_Howe", "2026-10-03 02:15", ["2026-10-02 15:45Z", "2026-10-03 15:45Z", "2026-10-04 15:15Z"]),
      ("Australia/Lord_Howe", "2026-04-04 01:45", ["2026-04-03 14:45Z", "2026-04-04 14:45Z", "2026-04-05 15:15Z"]),
      // A day that a zone has left out counts as well.
      ("Pacific/Apia", "2011-12-29 09:00", ["2011-12-29 19:00Z", "2011-12-30 19:00Z", "2011-12-30 19:00Z"]),
    ])
  func moments(_ zone: String, _ start: String, _ expected: [String]) throws {
    let first = try day(String(start.prefix(10)))
    let span = try LocalSpan(first, time(String(start.suffix(5))))
    let daily = try Recurrence(RecurrenceRule(.daily, count: 3), start: first)
    let series = Series(span, daily, clock: try clock(zone))
    let occurrences = try series.occurrences(from: first.adding(days: -2).description, days: 9)
    #expect(occurrences.map(\.time.startText) == expected)
    #expect(occurrences.map(\.day) == [first, first.adding(days: 1), first.adding(days: 2)])
  }

  @Test func `An occurrence that is left out counts`() throws {
    let first = try day("2026-09-01")
    let daily = try Recurrence(RecurrenceRule(.daily, count: 5), start: first)
    let leftOut = OccurrenceException(try day("2026-09-03"), .leftOut)
    let series = Series(try LocalSpan(first, nil), daily, clock: .utc, exceptions: [leftOut])
    let days = try series.occurrences(from: "2026-08-01", days: 100).map(\.day.description)
    #expect(days == ["2026-09-01", "2026-09-02", "2026-09-04", "2026-09-05"])
    #expect(series.occurrence(of: leftOut.day) == nil)
    #expect(series.contains(leftOut.day))
    #expect(series.occurrence(of: try day("2026-09-06")) == nil)
  }

  @Test func `A changed occurrence keeps what was set when its series changes`() throws {
    let first = try day("2026-09-07")
    let weekly = try Recurrence(RecurrenceRule(.weekly, count: 3), start: first)
    let change = OccurrenceChange(day: try day("2026-09-16"), time: try time("11:00"))
    let moved = OccurrenceException(try day("2026-09-14"), .changed(change))
    let series = Series(try LocalSpan(first, time("10:00")), weekly, clock: try clock("Europe/Berlin"), exceptions: [moved])
    let occurrences = try series.occurrences(from: "2026-09-01", days: 60)
    #expect(occurrences.map(\.time.startText) == ["2026-09-07 08:00Z", "2026-09-16 09:00Z", "2026-09-21 08:00Z"])
    #expect(occurrences.map(\.isChanged) == [false, true, false])
    #expect(occurrences[1].day.description == "2026-09-14")
    // Only the day was set: the time follows.
    let dayOnly = OccurrenceException(moved.day, .changed(OccurrenceChange(day: try day("2026-09-16"))))
    let other = Series(series.span, weekly, clock: series.clock, exceptions: [dayOnly])
    #expect(other.occurrence(of: moved.day)?.time.startText == "2026-09-16 08:00Z")
  }

  @Test func `Each part of a split series has its part of the count`() throws {
    let whole = try recurrence("FREQ=WEEKLY;COUNT=6", "2026-09-07")
    let parts = try #require(try whole.split(at: day("2026-09-28")))
    #expect(parts.before?.rule.count == 3)
    #expect(parts.after.rule.count == 3)
    let leftOut = OccurrenceException(try day("2026-10-05"), .leftOut)
    let span = try LocalSpan(parts.after.start, time("15:00"))
    let after = Series(span, parts.after, clock: try clock("Europe/Berlin"), exceptions: [leftOut])
    let starts = try after.occurrences(from: "2026-09-01", days: 100).map(\.time.startText)
    #expect(starts == ["2026-09-28 13:00Z", "2026-10-12 13:00Z"])
    let first = try #require(try whole.split(at: whole.start))
    #expect(first.before == nil)
    #expect(first.after == whole)
    #expect(try whole.split(at: day("2026-09-29")) == nil)
  }

  @Test func `A series that is split after more days than a count may have ends by its day`() throws {
    let whole = try recurrence("FREQ=DAILY", "2000-01-01")
    let parts = try #require(try whole.split(at: day("2026-01-01")))
    #expect(parts.before?.rule.count == nil)
    #expect(parts.before?.rule.until?.description == "2025-12-31")
    #expect(parts.after.rule == whole.rule)
  }

  @Test func `The end is local, and keeps the nominal length where a gap moves the start past it`() throws {
    let newYork = try clock("America/New_York")
    let night = try LocalSpan(day("2026-03-07"), time("22:00"), endDay: day("2026-03-08"), endTime: time("06:00"))
    let nights = Series(night, try recurrence("FREQ=DAILY;COUNT=2", "2026-03-07"), clock: newYork)
    let times = try nights.occurrences(from: "2026-03-01", days: 20).map(\.time.text)
    #expect(times == ["2026-03-08 03:00Z to 2026-03-08 10:00Z", "2026-03-09 02:00Z to 2026-03-09 10:00Z"])
    let gap = Series(try LocalSpan(day("2026-03-07"), time("02:30"), endTime: time("03:00")), nil, clock: newYork)
    #expect(gap.time(of: try day("2026-03-08")).text == "2026-03-08 07:30Z to 2026-03-08 08:00Z")
    let moment = Series(try LocalSpan(day("2026-03-07"), time("02:30"), endTime: time("03:30")), nil, clock: newYork)
    #expect(moment.time(of: try day("2026-03-08")).text == "2026-03-08 07:30Z to 2026-03-08 07:30Z")
  }

  @Test(
    "Days on which a calendar in Berlin shows an event",
    arguments: [
      ("America/New_York", "2026-09-07 23:30", "2026-09-07 23:30", "2026-09-08 to 2026-09-08"),
      ("Europe/Berlin", "2026-09-06 22:00", "2026-09-07 00:00", "2026-09-06 to 2026-09-06"),
      ("Europe/Berlin", "2026-09-05", "2026-09-08", "2026-09-05 to 2026-09-08"),
      ("Europe/Berlin", "2026-09-06 22:00", "2026-09-07 00:01", "2026-09-06 to 2026-09-07"),
    ])
  func shown(_ zone: String, _ start: String, _ end: String, _ expected: String) throws {
    let isTimed = start.count > 10
    let span = try LocalSpan(
      day(String(start.prefix(10))), isTimed ? time(String(start.suffix(5))) : nil, endDay: day(String(end.prefix(10))),
      endTime: isTimed ? time(String(end.suffix(5))) : nil)
    let berlin = try clock("Europe/Berlin")
    let series = Series(span, nil, clock: try clock(zone))
    let days = series.time(of: span.day).days(in: berlin)
    #expect("\(days.lowerBound) to \(days.upperBound)" == expected)
    for offset in -5...8 {
      let day = span.day.adding(days: offset)
      let found = try series.occurrences(from: day.description, days: 1, berlin)
      #expect(found.count == (days.contains(day) ? 1 : 0), "\(day)")
    }
  }
}
