import Foundation
import Recurrence
import Testing

@Suite(
  "Independent implementations read the files that are written",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_CALENDAR names no environment with icalendar; scripts/test makes one"),
  .serialized)
struct ICalendarReferenceTests {
  @Test func `They expand a file to the occurrences of its series`() throws {
    var cases: [(question: String, times: String, name: String)] = []
    for var random in Run.randoms(300, of: 50) {
      let recurrence = try random.recurrence(from: 2020...2026)
      let isTimed = !random.once(in: 4)
      let zone = random.pick(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
      let clock = try clock(zone)
      // Not in a gap or an overlap, where they do not do what RFC 5545 says.
      let time = isTimed ? LocalTime(hour: random.between(6...22), minute: 15) : nil
      let span = try LocalSpan(
        recurrence.start, time, endTime: time.flatMap { LocalTime(seconds: $0.seconds + 1800) })
      let leftOut = recurrence.days(from: recurrence.start).prefix(100).filter { _ in random.once(in: 5) }
      let series = Series(span, recurrence, clock: clock, exceptions: leftOut.map { OccurrenceException($0, .leftOut) })
      let window = CalendarWindow(from: recurrence.start.adding(days: random.below(400)), days: 60, clock: .utc)
      let times = series.occurrences(in: window).map { occurrence in
        guard case .days(let first, let last) = occurrence.time else { return occurrence.time.text }
        return "\(first) to \(last.adding(days: 1))"
      }
      let file = Self.file(series, leftOut, zone)
      let asked = "expand|\(Data(file).base64EncodedString())|\(window.firstDay)|\(window.lastDay)"
      cases.append((asked, times.sorted().joined(separator: ","), String(decoding: file, as: UTF8.self)))
    }
    for (given, theirs) in zip(cases, try Reference.answers(to: cases.map(\.question))) {
      #expect(given.times == theirs, "\(given.name)")
    }
    #expect(cases.contains { !$0.times.isEmpty })
  }

  @Test func `Texts and parameters are those that were written`() throws {
    let text = "Grüße; Milch, Brot \\ \"Käse\"\nund 👩‍👧 " + String(repeating: "ß€", count: 60)
    var writer = ICalendarWriter()
    writer.component("VCALENDAR") { calendar in
      calendar.component("VEVENT") { event in
        event.write("SUMMARY", [.init("X-NAME", "a;b:c, d")], text: text)
      }
    }
    let answer = try Reference.answers(to: ["properties|\(Data(writer.bytes).base64EncodedString())"])
    let read = try JSONSerialization.jsonObject(with: Data(answer.joined().utf8))
    let expected: NSArray = [["SUMMARY", text, ["X-NAME": "a;b:c, d"]] as NSArray]
    #expect((read as? NSArray) == expected)
  }

  private static func file(_ series: Series, _ leftOut: [LocalDay], _ zone: String) -> [UInt8] {
    var writer = ICalendarWriter()
    writer.component("VCALENDAR") { calendar in
      calendar.write("VERSION", value: "2.0")
      calendar.timeZone(zone, series.clock, series.span.day...series.span.day.adding(days: 600))
      calendar.component("VEVENT") { event in
        event.write("UID", value: "1")
        event.write("DTSTAMP", value: "20260901T000000Z")
        if let time = series.span.time, let endTime = series.span.endTime {
          event.write("DTSTART", [.init("TZID", zone)], value: LocalDateTime(series.span.day, time).basicText)
          event.write("DTEND", [.init("TZID", zone)], value: LocalDateTime(series.span.endDay, endTime).basicText)
          for day in leftOut { event.write("EXDATE", [.init("TZID", zone)], value: LocalDateTime(day, time).basicText) }
        } else {
          event.write("DTSTART", [.init("VALUE", "DATE")], value: series.span.day.basicText)
          event.write("DTEND", [.init("VALUE", "DATE")], value: series.span.endDay.adding(days: 1).basicText)
          for day in leftOut { event.write("EXDATE", [.init("VALUE", "DATE")], value: day.basicText) }
        }
        if let rule = series.recurrence?.rule {
          event.write("RRULE", value: rule.text(until: series.span.time == nil ? .day : .moment(series.clock)))
        }
      }
    }
    return writer.bytes
  }
}
