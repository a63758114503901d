import Domain
import GraphQL
import Recurrence
import SQL
import SampleData
import TestSupport
import Testing

/// The occurrences that the calendar computes in the database are those that the module `Recurrence` computes, which
/// its own tests compare with independent implementations.
@Suite(.serialized) struct SeriesRuleTests {
  private static let database = Task {
    let database = try await SchoolDatabase("series_rules", families: 1)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  fileprivate static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata", "Europe/Dublin", "Africa/Casablanca",
    "America/St_Johns", "Pacific/Chatham", "America/Santiago", "Asia/Tehran", "UTC",
  ]

  /// A series with its input.
  private struct Sample {
    let fields: String
    let series: Series

    init?(_ random: inout SplitMix64) throws {
      guard let day = LocalDay(year: 2026, month: 1 + random.draw(below: 12), day: 1 + random.draw(below: 28)) else { return nil }
      let zoneName = SeriesRuleTests.zones[random.draw(below: SeriesRuleTests.zones.count)]
      let time = random.draw(below: 4) == 0 ? nil : LocalTime(seconds: 900 * random.draw(below: 96))
      let days = random.draw(below: 4) == 0 ? random.draw(below: 5) : 0
      let endDay = day.adding(days: days)
      let endTime = time.flatMap { LocalTime(seconds: days > 0 ? 900 * random.draw(below: 96) : min($0.seconds + 900 * random.draw(below: 9), 86_399)) }
      let frequency = Frequency.allCases[random.draw(below: 4)]
      let hasMonths = frequency == .monthly || frequency == .yearly
      let byMonth = random.draw(below: 3) == 0 ? [day.civil.month, 1 + random.draw(below: 12)] : []
      var (byDay, byMonthDay, bySetPos): ([WeekdayPosition], [Int], [Int]) = ([], [], [])
      if frequency != .yearly || !byMonth.isEmpty {
        if random.draw(below: 2) == 0 {
          byDay = (0...random.draw(below: 3)).map { _ in
            WeekdayPosition(
              Weekday.allCases[random.draw(below: 7)], position: hasMonths && random.draw(below: 2) == 0 ? [1, 2, 5, -1, -2][random.draw(below: 5)] : nil)
          }
        }
        if frequency != .weekly, random.draw(below: 3) == 0 { byMonthDay = (0...random.draw(below: 5)).map { _ in [1, -1][random.draw(below: 2)] * (1 + random.draw(below: 31)) } }
      }
      if hasMonths, !(byDay.isEmpty && byMonthDay.isEmpty), random.draw(below: 2) == 0 { bySetPos = [1 + random.draw(below: 3), -1 - random.draw(below: 3)] }
      let weekStart = Weekday.allCases[random.draw(below: 7)]
      let (count, until) = (random.draw(below: 3) == 0 ? 1 + random.draw(below: 20) : nil, random.draw(below: 4) == 0 ? day.adding(days: random.draw(below: 400)) : nil)
      let rule = try RecurrenceRule(
        frequency, interval: 1 + random.draw(below: 4), byDay: byDay, byMonthDay: byMonthDay, byMonth: byMonth, bySetPos: bySetPos,
        weekStart: weekStart, count: count, until: count == nil ? until : nil)
      guard let clock = ZoneFolder.system.clock(named: zoneName) else { return nil }
      // The first day that the rule has from the drawn one on.
      var start = day
      while (try? Recurrence(rule, start: start)) == nil {
        start = start.adding(days: 1)
        if start.number > day.number + 800 { return nil }
      }
      let end = start.adding(days: endDay.number - day.number)
      series = Series(try LocalSpan(start, time, endDay: end, endTime: endTime), try Recurrence(rule, start: start), clock: clock)
      fields = Self.fields(rule, start, time, end, endTime, zoneName)
    }

    private static func fields(
      _ rule: RecurrenceRule, _ start: LocalDay, _ time: LocalTime?, _ end: LocalDay, _ endTime: LocalTime?, _ zone: String
    ) -> String {
      let days = rule.byDay.map { "{day: \($0.day.name)\($0.position.map { ", position: \($0)" } ?? "")}" }.joined(separator: ", ")
      let ends = (rule.count.map { ", count: \($0)" } ?? "") + (rule.until.map { #", until: "\#($0)""# } ?? "")
      let times = (time.map { #", time: "\#($0)""# } ?? "") + (endTime.map { #", endTime: "\#($0)""# } ?? "")
      return """
        date: "\(start)", endDate: "\(end)"\(times), timeZone: "\(zone)", recurrence: {frequency: \(rule.frequency.rawValue), \
        interval: \(rule.interval), byDay: [\(days)], byMonthDay: \(rule.byMonthDay), byMonth: \(rule.byMonth), bySetPos: \(rule.bySetPos), \
        weekStart: \(rule.weekStart.name)\(ends)}
        """
    }

    /// `2026-03-07 2026-03-07T07:30:00.000Z`, the day of the rule and the start, of each occurrence with a part in a
    /// window.
    func expected(_ window: CalendarWindow) -> [String] {
      series.occurrences(in: window).map { occurrence in
        switch occurrence.time {
        case .days: "\(occurrence.day)"
        case .moments(let start, _):
          "\(occurrence.day) \(ZoneClock.utc.local(at: start).day)T\(ZoneClock.utc.local(at: start).time).000Z"
        }
      }.sorted()
    }
  }

  @Test func `The calendar has the occurrences of the module`() async throws {
    try await Conversation.with(Self.database) { talk in
      let berlin = try #require(ZoneFolder.system.clock(named: "Europe/Berlin"))
      var random = SplitMix64(state: WalkSample.current.seed ?? 20_260_907)
      var compared = 0
      for _ in 0..<80 {
        guard let sample = try? Sample(&random) else { continue }
        let id = try await talk.newEvent(sample.fields)
        for _ in 0..<2 {
          let offset = random.draw(below: 600)
          let first = try #require(LocalDay(year: 2026, month: 1, day: 1)).adding(days: offset)
          let days = [1, 7, 31, 200][random.draw(below: 4)]
          let expected = sample.expected(CalendarWindow(from: first, days: days, clock: berlin))
          #expect(
            try await Self.occurrences(of: id, #"from: "\#(first)", days: \#(days)"#, talk) == expected, "\(sample.fields), \(first) \(days)")
          compared += expected.count
        }
        _ = try await talk.ask(#"mutation { deleteEvent(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      }
      #expect(compared > 100)
    }
  }

  @Test func `The function for reminders has the days of the module`() async throws {
    var random = SplitMix64(state: WalkSample.current.seed ?? 20_260_908)
    var samples: [(series: Series, first: LocalDay, last: LocalDay)] = []
    while samples.count < 150 {
      guard let sample = try? Sample(&random) else { continue }
      let first = sample.series.span.day.adding(days: random.draw(below: 500) - 100)
      samples.append((sample.series, first, first.adding(days: random.draw(below: 400))))
    }
    func day(_ day: LocalDay?) -> SQL { "\(bind: day.map { .literal($0.description, .date) } ?? .null(.date))" }
    func numbers(_ numbers: [Int]) -> SQL { "\(bind: .literal("{\(numbers.map(String.init).joined(separator: ","))}", .int4Array))" }
    let queries = try samples.enumerated().map { index, sample -> SQL in
      let recurrence = try #require(sample.series.recurrence)
      let rule = recurrence.rule
      let last = rule.count != nil || rule.until != nil ? recurrence.end : nil
      let weekdays = rule.byDay.map { ($0.position.map(String.init) ?? "") + $0.day.code }
      return """
        SELECT \(bind: .int4(Int32(index))) AS n, (SELECT string_agg(day::text, ' ' ORDER BY day) FROM series_days(\(day(recurrence.start)), \
        \(bind: .text(rule.frequency.rawValue)), \(bind: .int4(Int32(rule.interval))), \(bind: .textArray(weekdays)), \
        \(numbers(rule.byMonthDay)), \(numbers(rule.byMonth)), \(numbers(rule.bySetPos)), \(bind: .text(rule.weekStart.name)), \(day(last)), \
        \(day(sample.first)), \(day(sample.last))) AS day)
        """
    }
    let rows = try await Self.database.value.run("\(queries.joined(separator: " UNION ALL ")) ORDER BY n")
    for (index, sample) in samples.enumerated() {
      let expected = sample.series.recurrence.map { Array($0.days(in: sample.first...sample.last)) } ?? []
      #expect(rows.text(row: index, column: 1) ?? "" == expected.map(\.description).joined(separator: " "), "\(sample.series)")
    }
  }

  private static func occurrences(of id: String, _ window: String, _ talk: Conversation) async throws -> [String] {
    let data = try await talk.ask(
      "{ calendar(\(window), kinds: [EVENT]) { entries(first: 200) { occurrence startsAt seriesId } } }", as: talk.elena)
    let entries = (data.at("calendar")?.array ?? []).flatMap { $0["entries"]?.array ?? [] }.filter { $0["seriesId"]?.string == id }
    let texts = entries.map { [$0["occurrence"]?.string, $0["startsAt"]?.string].compactMap(\.self).joined(separator: " ") }
    return Set(texts).sorted()
  }
}
