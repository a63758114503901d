import Domain
import SQL
import Testing

/// The bounds of a calendar elsewhere (ME-07): a small file may stand for many days, each with its texts.
@Suite struct SubscribedCalendarTests {
  private static let today = "2026-09-07"
  /// From 400 days back to 800 days ahead.
  private static let days = 1_200

  /// A file of daily events, which last from before the days that are stored until after them.
  /// - Parameters:
  ///   - texts: the descriptions, one for each event.
  ///   - more: lines behind the events.
  private func file(_ texts: [String], more: [String] = []) -> [UInt8] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for (number, text) in texts.enumerated() {
      lines += ["BEGIN:VEVENT", "UID:\(number)@example.org", "DTSTART;VALUE=DATE:20250101", "RRULE:FREQ=DAILY", "SUMMARY:E"]
      lines += folded("DESCRIPTION:\(text)") + ["END:VEVENT"]
    }
    return Array(((lines + more + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n").utf8)
  }

  /// A line in pieces of at most 60 characters.
  private func folded(_ line: String) -> [String] {
    var (rest, lines) = (Substring(line), [String]())
    while !rest.isEmpty {
      lines.append("\(lines.isEmpty ? "" : " ")\(rest.prefix(60))")
      rest = rest.dropFirst(60)
    }
    return lines
  }

  private func read(_ text: [UInt8]) throws(SubscribedCalendar.Problem) -> SubscribedCalendar {
    try SubscribedCalendar(text, subscription: UUIDValue(high: 1, low: 1), zone: "Europe/Berlin", today: Self.today)
  }

  private func isTooLong(_ text: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: SubscribedCalendar.Problem.self, sourceLocation: sourceLocation) { try read(text) }
    #expect(error?.message == "The texts of the calendar's occurrences have more than \(8 << 20) bytes.", sourceLocation: sourceLocation)
  }

  @Test func `A text that all days repeat is stored up to 8 MiB`() throws {
    let text = file([String(repeating: "a", count: 6_900)])
    let calendar = try read(text)
    #expect(text.count < 10_000)
    #expect(calendar.occurrences.utf8.count > Self.days * 6_900)
    #expect(calendar.occurrences.utf8.count < 9 << 20)
  }

  @Test func `A small file whose texts grow past 8 MiB is refused`() {
    let text = file([String(repeating: "a", count: 7_100)])
    #expect(text.count < 10_000)
    isTooLong(text)
  }

  @Test func `The bytes of a text count, and not its characters`() throws {
    #expect(throws: Never.self) { try read(file([String(repeating: "a", count: 2_500)])) }
    isTooLong(file([String(repeating: "€", count: 2_500)]))
  }

  @Test func `The texts of all events count together`() throws {
    #expect(throws: Never.self) { try read(file([String(repeating: "a", count: 4_000)])) }
    isTooLong(file([String(repeating: "a", count: 4_000), String(repeating: "b", count: 4_000)]))
  }
}
