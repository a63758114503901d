import Recurrence
import Testing

struct ICalendarEventTests {
  private static func event(_ lines: [String]) throws -> ICalendarEvent {
    let file = try ICalendarFile(Array((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n").utf8))
    var steps = Recurrence.maximumSteps
    return try ICalendarEvent(#require(file.components.first), defaultZone: "Europe/Berlin", steps: &steps)
  }

  @Test(
    "Times in the zone of the start",
    arguments: [
      (["DTSTART:20260907T090000", "DTEND:20260907T100000"], "Europe/Berlin", "2026-09-07 09:00:00 2026-09-07 10:00:00"),
      (["DTSTART:20260907T090000Z", "DTEND:20260907T100000Z"], "UTC", "2026-09-07 09:00:00 2026-09-07 10:00:00"),
      (
        ["DTSTART;TZID=America/New_York:20260907T090000", "DTEND;TZID=\"Europe/Berlin\":20260907T160000"],
        "America/New_York", "2026-09-07 09:00:00 2026-09-07 10:00:00"
      ),
      (["DTSTART:20260907T090000"], "Europe/Berlin", "2026-09-07 09:00:00 2026-09-07 09:00:00"),
      (["DTSTART:20260907T230000", "DURATION:PT90M"], "Europe/Berlin", "2026-09-07 23:00:00 2026-09-08 00:30:00"),
      // A day of the calendar has 23 hours here, and 24 hours are a day and one hour.
      (["DTSTART:20260328T120000", "DURATION:P1D"], "Europe/Berlin", "2026-03-28 12:00:00 2026-03-29 12:00:00"),
      (["DTSTART:20260328T120000", "DURATION:PT24H"], "Europe/Berlin", "2026-03-28 12:00:00 2026-03-29 13:00:00"),
      (["DTSTART;VALUE=DATE:20260907"], "Europe/Berlin", "2026-09-07 all day 2026-09-07 all day"),
      (["DTSTART;VALUE=DATE:20260907", "DTEND;VALUE=DATE:20260907"], "Europe/Berlin", "2026-09-07 all day 2026-09-07 all day"),
      (["DTSTART;VALUE=DATE:20260907", "DTEND;VALUE=DATE:20260910"], "Europe/Berlin", "2026-09-07 all day 2026-09-09 all day"),
      (["DTSTART;VALUE=DATE:20260907", "DURATION:P1W"], "Europe/Berlin", "2026-09-07 all day 2026-09-13 all day"),
    ])
  func times(_ lines: [String], _ zone: String, _ expected: String) throws {
    let event = try Self.event(lines)
    #expect(event.zone == zone)
    let (start, end) = (event.span.time?.description ?? "all day", event.span.endTime?.description ?? "all day")
    #expect("\(event.span.day) \(start) \(event.span.endDay) \(end)" == expected)
  }

  @Test func `An event with all of its properties`() throws {
    let event = try Self.event([
      "UID:a\\,b", "SEQUENCE:3", "LAST-MODIFIED:20260901T120000Z", "STATUS:cancelled", "SUMMARY:Music\\, loud", "LOCATION:Room 1",
      "DESCRIPTION:One\\nTwo", "DTSTART;TZID=America/New_York:20260907T200000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;UNTIL=20261006T000000Z",
      // In UTC, by the day, of no day of the rule, and twice.
      "EXDATE:20260915T000000Z", "EXDATE;VALUE=DATE:20260921,20260922", "EXDATE;TZID=America/New_York:20260914T200000",
      "RECURRENCE-ID:20260908T000000Z",
    ])
    #expect(event.uid == "a,b")
    #expect(event.sequence == 3)
    #expect(event.lastModified == 1_788_264_000)
    #expect(event.isCancelled)
    #expect(event.title == "Music, loud")
    #expect(event.text == "One\nTwo")
    #expect(event.place == "Room 1")
    #expect(event.leftOut.map(\.description) == ["2026-09-14", "2026-09-21"])
    #expect(event.recurrence?.end.description == "2026-10-05")
    #expect(event.occurrence?.description == "2026-09-07")
  }

  @Test(arguments: [("1767225700", 1_767_225_700), ("99999999999", 2_147_483_647), ("-1", 0), ("x", 0)])
  func `A SEQUENCE has up to ten digits`(text: String, number: Int) throws {
    #expect(try Self.event(["UID:1", "SEQUENCE:\(text)", "DTSTART:20260907T200000Z"]).sequence == number)
  }

  @Test(
    "An event that is wrong is a problem with its line",
    arguments: [
      (["UID:1"], 1, "The event has no DTSTART."),
      (["DTSTART:20260931"], 2, "DTSTART is not a day or a time such as 20260907T090000."),
      (["DTSTART:20260907T250000"], 2, "DTSTART is not a day or a time such as 20260907T090000."),
      (["UID:1", "DTSTART;TZID=W. Europe Standard Time:20260907T090000"], 3, "There is no time zone W. Europe Standard Time."),
      (["DTSTART:20260907T090000", "DTEND;TZID=Nowhere:20260907T090000"], 3, "There is no time zone Nowhere."),
      (["DTSTART:20260907T090000", "DTEND:20260907T080000"], 3, "The end is before the start."),
      (["DTSTART:20260907T090000", "DTEND:20280907T080000"], 3, "The event is longer than 366 days."),
      (["DTSTART;VALUE=DATE:20260907", "DTEND:20260908T080000"], 3, "DTSTART is a day, and DTEND is not."),
      (["DTSTART:20260907T090000", "DTEND:20260908"], 3, "DTEND is a day, and DTSTART is not."),
      (["DTSTART:20260907T090000", "DURATION:-PT1H"], 3, "DURATION is not a duration such as PT1H."),
      (["DTSTART:20260907T090000", "DURATION:P1H"], 3, "DURATION is not a duration such as PT1H."),
      (["DTSTART:20260907", "RRULE:FREQ=SECONDLY"], 3, "RRULE: recurrence.frequency must be DAILY, WEEKLY, MONTHLY or YEARLY"),
      (["DTSTART:20260907", "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"], 3, "The event has more than one RRULE."),
      (["DTSTART:20260907", "RDATE:20260909"], 3, "RDATE is not supported."),
      (["DTSTART:20260907", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260907"], 3, "RANGE is not supported."),
      (["DTSTART:20260907", "no value"], 1, "The event has a line that cannot be read."),
    ])
  func problems(_ lines: [String], _ line: Int, _ message: String) throws {
    #expect(throws: ICalendarProblem(line: line, message: message)) { try Self.event(lines) }
  }

  @Test func `An event has at most 500 exceptions`() throws {
    let first = try day("2026-09-07")
    let days = (0..<501).map { first.adding(days: $0).basicText }
    let lines = ["DTSTART:20260907", "RRULE:FREQ=DAILY"]
    #expect(try Self.event(lines + ["EXDATE:" + days.prefix(500).joined(separator: ",")]).leftOut.count == 500)
    #expect(throws: ICalendarProblem(line: 4, message: "The event has more than 500 exceptions.")) {
      try Self.event(lines + ["EXDATE:" + days.joined(separator: ",")])
    }
  }
}
