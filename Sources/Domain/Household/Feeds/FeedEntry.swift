import GraphQL
import Recurrence

/// An entry of the calendar that is no event and no task of the family, in a feed: by moments, or by days.
struct FeedEntry {
  let firstDay: LocalDay
  /// The object that the entry is of.
  let source: FeedChange.Source
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
    guard let id = entry["id"]?.feedText, let kind = entry["kind"]?.feedText, let title = entry["title"]?.feedText,
      let first = entry["firstDay"]?.feedText.flatMap({ LocalDay($0) }), let last = entry["lastDay"]?.feedText.flatMap({ LocalDay($0) })
    else { return nil }
    // An entry that comes again has the id of its object, a colon, and its day.
    source = FeedChange.Source(kind: kind, id: String(id.prefix { $0 != ":" }))
    (self.id, self.title, firstDay, lastDay) = (id, title, first, last)
    place = entry["place"]?.feedText
    (start, end) = (entry["startsAt"]?.feedText.flatMap(FeedTime.text(ofDateTime:)), entry["endsAt"]?.feedText.flatMap(FeedTime.text(ofDateTime:)))
    isTransparent = ["ASSIGNMENT", "PLANNER_TASK"].contains(kind)
  }

  /// - Parameter stamp: the SEQUENCE, and the moment of the last change as iCalendar writes it.
  func write(to writer: inout ICalendarWriter, _ stamp: (sequence: Int, time: String)) {
    writer.component("VEVENT") { writer in
      writer.write("UID", text: id)
      writer.write("DTSTAMP", value: stamp.time)
      writer.write("LAST-MODIFIED", value: stamp.time)
      writer.write("SEQUENCE", value: "\(stamp.sequence)")
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
