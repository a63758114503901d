import GraphQL
import Recurrence

/// An entry of the calendar that is no event and no task of the family, in a feed: by moments, or by days.
struct FeedEntry {
  let firstDay: LocalDay
  private let lastDay: LocalDay
  private let id: String
  private let title: String
  private let place: String?
  private let start: String?
  private let end: String?
  /// Whether it takes no time: what is due.
  private let isTransparent: Bool

  /// Reads an object of `CalendarDay.entries`.
  init?(_ entry: JSONValue) {
    guard let id = entry["id"]?.feedText, let title = entry["title"]?.feedText, let first = entry["firstDay"]?.feedText.flatMap({ LocalDay($0) }),
      let last = entry["lastDay"]?.feedText.flatMap({ LocalDay($0) })
    else { return nil }
    (self.id, self.title, firstDay, lastDay) = (id, title, first, last)
    place = entry["place"]?.feedText
    (start, end) = (entry["startsAt"]?.feedText.flatMap(FeedTime.text(ofDateTime:)), entry["endsAt"]?.feedText.flatMap(FeedTime.text(ofDateTime:)))
    isTransparent = ["ASSIGNMENT", "PLANNER_TASK"].contains(entry["kind"]?.feedText)
  }

  func write(to writer: inout ICalendarWriter) {
    writer.component("VEVENT") { writer in
      writer.write("UID", text: id)
      // An entry has no time of a change, so it always has the same stamp.
      writer.write("DTSTAMP", value: start ?? firstDay.basicText + "T000000Z")
      if let start {
        writer.write("DTSTART", value: start)
        if let end, end != start { writer.write("DTEND", value: end) }
      } else {
        writer.write("DTSTART", FeedTime.isDay, value: firstDay.basicText)
        writer.write("DTEND", FeedTime.isDay, value: lastDay.adding(days: 1).basicText)
      }
      writer.write("SUMMARY", text: title)
      if let place { writer.write("LOCATION", text: place) }
      if isTransparent { writer.write("TRANSP", value: "TRANSPARENT") }
    }
  }
}

/// Times as iCalendar writes them.
enum FeedTime {
  static let isDay = [ContentLine.Parameter("VALUE", "DATE")]

  /// A moment in UTC.
  /// - Parameter moment: seconds since 1970-01-01 00:00 UTC.
  static func text(_ moment: Int) -> String { ZoneClock.utc.local(at: moment).basicText + "Z" }

  /// A `DateTime`, which is in UTC: `2026-09-07T07:00:00.000Z` is `20260907T070000Z`.
  static func text(ofDateTime text: String) -> String? {
    guard text.utf8.count >= 20, text.hasSuffix("Z") else { return nil }
    return String(text.prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
  }
}
