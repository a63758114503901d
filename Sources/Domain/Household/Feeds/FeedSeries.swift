import GraphQL
import Recurrence

/// An event or a task in a feed, with the occurrences that differ from it.
struct FeedSeries {
  private let id: String
  private let isTask: Bool
  private let title: String
  private let text: String?
  private let place: String?
  private let span: LocalSpan
  private let series: Series
  /// The name that the feed has for the zone of the series.
  private let zone: String
  private let rule: String?
  private let sequence: Int
  private let changed: Int
  private let kept: [FeedOccurrence]

  private static let namesOfUTC: Set = ["UTC", "UCT", "Universal", "Zulu", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu"]

  /// Reads an object of `series_of_feed()`.
  init?(_ row: JSONValue) {
    guard let id = row["id"]?.feedText, let title = row["title"]?.feedText, let day = row["date"]?.feedText.flatMap({ LocalDay($0) }),
      let zone = row["zone"]?.feedText, let clock = ZoneFolder.system.clock(named: zone),
      let span = try? LocalSpan(
        day, row["time"]?.feedText.flatMap { LocalTime($0) }, endDay: row["end_date"]?.feedText.flatMap { LocalDay($0) },
        endTime: row["end_time"]?.feedText.flatMap { LocalTime($0) })
    else { return nil }
    // Programs that know `X-WR-TIMEZONE` move starts in UTC to that zone, and then repeat them by its clock.
    self.zone = Self.namesOfUTC.contains(zone) ? "Etc/GMT" : zone
    (self.id, self.title, self.span) = (id, title, span)
    isTask = row["kind"]?.feedText == "TASK"
    (text, place, rule) = (row["text"]?.feedText, row["place"]?.feedText, row["rule"]?.feedText)
    series = Series(span, nil, clock: clock)
    if case .array(let rows)? = row["kept"] { kept = rows.compactMap { FeedOccurrence($0) } } else { kept = [] }
    sequence = row["revision"]?.feedNumber ?? 0
    changed = max(row["changed"]?.feedNumber ?? 0, kept.map(\.changed).max() ?? 0)
  }

  var firstDay: LocalDay { min(span.day, kept.compactMap(\.change.day).min() ?? span.day) }

  /// The zone of the times that are written locally; nil for days.
  var writtenZone: String? { span.time == nil && !kept.contains { $0.change.time != nil } ? nil : zone }

  func write(to writer: inout ICalendarWriter) {
    guard rule != nil else {
      // An entry that comes once may have been changed by itself.
      let own = kept.first { $0.day == span.day }
      if own?.isLeftOut == true { return }
      let time = own.flatMap { series.time(of: span.day, $0.change) } ?? series.time(of: span.day)
      event(&writer, own, time) { _ in }
      return
    }
    let gone = kept.filter { $0.isLeftOut || isTask && $0.isDone }
    event(&writer, nil, series.time(of: span.day)) { writer in
      writer.write("RRULE", value: rule ?? "")
      for occurrence in gone { start("EXDATE", of: occurrence.day, &writer) }
    }
    for occurrence in kept where occurrence.isChanged && !occurrence.isLeftOut && !(isTask && occurrence.isDone) {
      let time = series.time(of: occurrence.day, occurrence.change) ?? series.time(of: occurrence.day)
      event(&writer, occurrence, time) { writer in start("RECURRENCE-ID", of: occurrence.day, &writer) }
    }
  }

  /// A VEVENT, with the lines of a rule or an exception.
  private func event(
    _ writer: inout ICalendarWriter, _ occurrence: FeedOccurrence?, _ time: OccurrenceTime, _ further: (inout ICalendarWriter) -> Void
  ) {
    writer.component("VEVENT") { writer in
      writer.write("UID", text: id)
      writer.write("DTSTAMP", value: FeedTime.text(changed))
      writer.write("LAST-MODIFIED", value: FeedTime.text(changed))
      writer.write("SEQUENCE", value: "\(sequence)")
      switch time {
      case .days(let first, let last):
        writer.write("DTSTART", FeedTime.isDay, value: first.basicText)
        writer.write("DTEND", FeedTime.isDay, value: max(first, last).adding(days: 1).basicText)
      case .moments(let start, let end):
        // The start as it is given, also in a gap: a rule repeats it.
        let isGiven = occurrence == nil
        let local = isGiven ? LocalDateTime(span.day, span.time ?? .midnight) : series.clock.local(at: start)
        writer.write("DTSTART", [ContentLine.Parameter("TZID", zone)], value: local.basicText)
        if end > start {
          let localEnd =
            isGiven && span.endTime != nil && end == series.clock.moment(of: span.endDay, span.endTime ?? .midnight)
            ? LocalDateTime(span.endDay, span.endTime ?? .midnight) : series.clock.local(at: end)
          writer.write("DTEND", [ContentLine.Parameter("TZID", zone)], value: localEnd.basicText)
        }
      }
      further(&writer)
      writer.write("SUMMARY", text: occurrence?.title ?? title)
      if let text = occurrence?.text ?? text { writer.write("DESCRIPTION", text: text) }
      if let place = occurrence?.place ?? place { writer.write("LOCATION", text: place) }
      if isTask { writer.write("TRANSP", value: "TRANSPARENT") }
    }
  }

  /// A line with the start that the rule gives for a day.
  private func start(_ name: String, of day: LocalDay, _ writer: inout ICalendarWriter) {
    if let time = span.time {
      writer.write(name, [ContentLine.Parameter("TZID", zone)], value: LocalDateTime(day, time).basicText)
    } else {
      writer.write(name, FeedTime.isDay, value: day.basicText)
    }
  }
}

/// A stored occurrence.
private struct FeedOccurrence {
  let day: LocalDay
  let isLeftOut: Bool
  let isChanged: Bool
  let isDone: Bool
  let title: String?
  let text: String?
  let place: String?
  let change: OccurrenceChange
  let changed: Int

  init?(_ row: JSONValue) {
    guard let day = row["day"]?.feedText.flatMap({ LocalDay($0) }) else { return nil }
    self.day = day
    (isLeftOut, isChanged) = (row["is_left_out"]?.feedFlag ?? false, row["is_changed"]?.feedFlag ?? false)
    isDone = row["done_at"]?.feedText != nil
    (title, text, place) = (row["title"]?.feedText, row["text"]?.feedText, row["place"]?.feedText)
    change = OccurrenceChange(
      day: row["date"]?.feedText.flatMap { LocalDay($0) }, time: row["time"]?.feedText.flatMap { LocalTime($0) },
      endDay: row["end_date"]?.feedText.flatMap { LocalDay($0) }, endTime: row["end_time"]?.feedText.flatMap { LocalTime($0) })
    changed = row["changed"]?.feedNumber ?? 0
  }
}
