package import GraphQL
import Recurrence

/// The iCalendar of a feed (RFC 5545): the same bytes for the same entries.
///
/// Series are written as rules with their exceptions, all else entry by entry, as `Query.calendar` has it.
package struct FeedCalendar {
  /// The days before today that a feed has.
  package static let daysBack = 90
  /// The days after today.
  package static let daysAhead = 400

  private let name: String
  private let zone: String
  private let today: LocalDay
  private var items: [FeedSeries] = []
  private var entries: [FeedEntry] = []
  private var changes: [FeedChange.Source: FeedChange] = [:]

  /// - Parameters:
  ///   - zone: the family's time zone.
  ///   - today: `2026-09-07`.
  /// - Returns: nil where `today` is no day.
  package init?(named name: String, zone: String, today: String) {
    guard let today = LocalDay(today) else { return nil }
    (self.name, self.zone, self.today) = (name, zone, today)
  }

  /// Adds the events and tasks that `series_of_feed()` has, and the last changes of other entries.
  package mutating func add(series: JSONValue) {
    guard case .array(let rows) = series else { return }
    for row in rows {
      if let change = FeedChange(row) { changes[change.source] = change } else if let item = FeedSeries(row) { items.append(item) }
    }
  }

  /// Adds the entries of a `Query.calendar`, each once. Read them after `series_of_feed()`: an entry then has at least the content that
  /// its SEQUENCE stands for, and the next fetch corrects one that has changed in between.
  package mutating func add(calendar: JSONValue) {
    guard case .array(let days) = calendar else { return }
    for day in days {
      guard case .array(let rows)? = day["entries"] else { continue }
      for entry in rows.compactMap({ FeedEntry($0) }) where day["date"]?.feedText == entry.firstDay.description {
        entries.append(entry)
      }
    }
  }

  /// The first days of the windows for `Query.calendar` that the feed needs, each with the number of its days.
  package var windows: [(from: String, days: Int)] {
    let all = Self.daysBack + Self.daysAhead + 1
    return stride(from: 0, to: all, by: Self.windowDays).map { offset in
      ("\(today.adding(days: offset - Self.daysBack))", min(Self.windowDays, all - offset))
    }
  }

  private static let windowDays = 164

  /// The kinds of entries that `Query.calendar` gives the feed.
  package static let otherKinds = ["ASSIGNMENT", "PLANNER_TASK", "COURSE", "BOOKING", "PICKUP", "EXTERNAL", "SCHOOL_EVENT"]

  package static let document = """
    query CalendarFeed($from: Date!, $days: Int!, $kinds: [CalendarKind!]!, $members: [ID!]) {
      calendar(from: $from, days: $days, kinds: $kinds, memberIds: $members) {
        date
        entries(first: 50) { id kind title startsAt endsAt firstDay lastDay place }
      }
    }
    """

  /// - Parameter memberIDs: empty for all members.
  package static func variables(_ window: (from: String, days: Int), kinds: [String], memberIDs: [String]) -> JSONValue {
    let members = memberIDs.isEmpty ? [] : [JSONValue.Member("members", .array(memberIDs.map { .string($0) }))]
    return .object(
      [
        JSONValue.Member("from", .string(window.from)), JSONValue.Member("days", .number("\(window.days)")),
        JSONValue.Member("kinds", .array(kinds.map { .string($0) })),
      ] + members)
  }

  /// The first and the last day.
  package var bounds: (first: String, last: String) {
    ("\(today.adding(days: -Self.daysBack))", "\(today.adding(days: Self.daysAhead))")
  }

  package var bytes: [UInt8] {
    var writer = ICalendarWriter()
    writer.component("VCALENDAR") { writer in
      writer.write("VERSION", value: "2.0")
      writer.write("PRODID", value: "-//HatchEd//HatchEd Gateway//EN")
      writer.write("CALSCALE", value: "GREGORIAN")
      writer.write("METHOD", value: "PUBLISH")
      writer.write("X-WR-CALNAME", text: name)
      writer.write("X-WR-TIMEZONE", text: zone)
      writer.write("REFRESH-INTERVAL", [ContentLine.Parameter("VALUE", "DURATION")], value: "PT1H")
      writer.write("X-PUBLISHED-TTL", value: "PT1H")
      for (zone, days) in zones {
        if let clock = ZoneFolder.system.clock(named: zone) { writer.timeZone(zone, clock, days) }
      }
      for item in items { item.write(to: &writer) }
      for entry in entries { entry.write(to: &writer, stamp(of: entry)) }
    }
    return writer.bytes
  }

  /// The SEQUENCE and the DTSTAMP of an entry. An entry that is newer than the last changes has the first number, and a moment that is
  /// past in every zone.
  private func stamp(of entry: FeedEntry) -> (sequence: Int, time: String) {
    guard let change = changes[entry.source] else { return (0, today.adding(days: -1).basicText + "T000000Z") }
    return (change.sequence, FeedTime.text(change.moment))
  }

  /// The zones of times that are written locally, by name, with the days that they need.
  private var zones: [(name: String, days: ClosedRange<LocalDay>)] {
    var firstDays: [String: LocalDay] = [:]
    for item in items {
      guard let zone = item.writtenZone else { continue }
      firstDays[zone] = min(firstDays[zone] ?? item.firstDay, item.firstDay)
    }
    let last = today.adding(days: Self.daysAhead + 366)
    return firstDays.sorted { $0.key < $1.key }.map { ($0.key, $0.value.adding(days: -1)...max($0.value, last)) }
  }
}

extension JSONValue {
  var feedText: String? { if case .string(let text) = self { text } else { nil } }
  var feedNumber: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var feedFlag: Bool { self == .bool(true) }
}
