import Recurrence
import Testing

/// The rules that there are, and those that are refused.
struct RecurrenceRuleTests {
  private static let start = "2026-09-07"

  @Test(
    "A rule beyond its bounds is refused, with the path of the part",
    arguments: [
      ("FREQ=DAILY;INTERVAL=0", "recurrence.interval must be from 1 to 400"),
      ("FREQ=DAILY;INTERVAL=401", "recurrence.interval must be from 1 to 400"),
      ("FREQ=DAILY;INTERVAL=-1", "recurrence.interval must be from 1 to 400"),
      ("FREQ=DAILY;COUNT=0", "recurrence.count must be from 1 to 1000"),
      ("FREQ=DAILY;COUNT=1001", "recurrence.count must be from 1 to 1000"),
      ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "recurrence.until must not be given with count"),
      ("FREQ=DAILY;UNTIL=20260906", "recurrence.until must not be before the start, 2026-09-07"),
      ("FREQ=WEEKLY;BYMONTHDAY=7", "recurrence.byMonthDay must not be given with the frequency WEEKLY"),
      ("FREQ=WEEKLY;BYDAY=TU,1MO", "recurrence.byDay.1.position needs the frequency MONTHLY or YEARLY"),
      ("FREQ=DAILY;BYDAY=1MO", "recurrence.byDay.0.position needs the frequency MONTHLY or YEARLY"),
      ("FREQ=MONTHLY;BYDAY=MO,0MO", "recurrence.byDay.1.position must be from 1 to 5, or from -5 to -1"),
      ("FREQ=MONTHLY;BYDAY=6MO", "recurrence.byDay.0.position must be from 1 to 5, or from -5 to -1"),
      ("FREQ=MONTHLY;BYDAY=-6MO", "recurrence.byDay.0.position must be from 1 to 5, or from -5 to -1"),
      ("FREQ=YEARLY;BYDAY=MO", "recurrence.byDay needs byMonth with the frequency YEARLY"),
      ("FREQ=YEARLY;BYMONTHDAY=7", "recurrence.byMonthDay needs byMonth with the frequency YEARLY"),
      ("FREQ=MONTHLY;BYMONTHDAY=7,0", "recurrence.byMonthDay.1 must be from 1 to 31, or from -31 to -1"),
      ("FREQ=MONTHLY;BYMONTHDAY=7,7,32", "recurrence.byMonthDay.2 must be from 1 to 31, or from -31 to -1"),
      ("FREQ=DAILY;BYMONTH=13", "recurrence.byMonth.0 must be from 1 to 12"),
      ("FREQ=DAILY;BYMONTH=0", "recurrence.byMonth.0 must be from 1 to 12"),
      ("FREQ=MONTHLY;BYSETPOS=1", "recurrence.bySetPos needs byDay or byMonthDay"),
      ("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1", "recurrence.bySetPos needs the frequency MONTHLY or YEARLY"),
      ("FREQ=YEARLY;BYMONTH=9;BYSETPOS=1", "recurrence.bySetPos needs byDay or byMonthDay"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "recurrence.bySetPos.0 must be from 1 to 366, or from -366 to -1"),
      // A start off the rule.
      ("FREQ=WEEKLY;BYDAY=TU", "recurrence must yield the day of the start, 2026-09-07"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2", "recurrence must yield the day of the start, 2026-09-07"),
      ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "recurrence must yield the day of the start, 2026-09-07"),
      // Text that is no rule, or one that has parts of another kind.
      ("", "recurrence.frequency must be given as FREQ"),
      ("INTERVAL=2", "recurrence.frequency must be given as FREQ"),
      ("FREQ=SECONDLY", "recurrence.frequency must be DAILY, WEEKLY, MONTHLY or YEARLY"),
      ("FREQ=HOURLY", "recurrence.frequency must be DAILY, WEEKLY, MONTHLY or YEARLY"),
      ("FREQ=YEARLY;BYWEEKNO=20", "recurrence must not have the part BYWEEKNO"),
      ("FREQ=DAILY;BYHOUR=9", "recurrence must not have the part BYHOUR"),
      ("FREQ=DAILY;FREQ=DAILY", "recurrence must have the part FREQ once"),
      ("FREQ=DAILY;COUNT", "recurrence must have parts such as FREQ=WEEKLY"),
      ("FREQ=DAILY;COUNT=", "recurrence.count must be a whole number"),
      ("FREQ=DAILY;COUNT=9999999999", "recurrence.count must be a whole number"),
      ("FREQ=DAILY;COUNT=2,3", "recurrence.count must be one value"),
      ("FREQ=WEEKLY;BYDAY=MO,XX", "recurrence.byDay.1 must be a day such as MO or -1FR"),
      ("FREQ=WEEKLY;BYDAY=", "recurrence.byDay.0 must be a day such as MO or -1FR"),
      ("FREQ=WEEKLY;WKST=1MO", "recurrence.weekStart must be a day such as MO"),
      ("FREQ=DAILY;UNTIL=20260931", "recurrence.until must be a day or a moment such as 20261231T225959Z"),
      ("FREQ=DAILY;UNTIL=20260930T240000Z", "recurrence.until must be a day or a moment such as 20261231T225959Z"),
    ])
  func refused(_ rule: String, _ expected: String) throws {
    let problem = #expect(throws: RecurrenceProblem.self) { try recurrence(rule, Self.start) }
    #expect(problem?.description == expected)
  }

  @Test("The bounds themselves are good", arguments: [
    "FREQ=DAILY;INTERVAL=400;COUNT=1000", "FREQ=DAILY;UNTIL=20260907", "FREQ=MONTHLY;BYDAY=-5MO,5MO,1MO",
    "FREQ=MONTHLY;BYMONTHDAY=-31,31,7", "FREQ=YEARLY;BYMONTH=9,12;BYDAY=1MO;BYSETPOS=1,366,-366", "freq=daily;", "FREQ=WEEKLY;INTERVAL=+2",
  ])
  func bounds(_ rule: String) throws {
    #expect(try recurrence(rule, Self.start).start.description == Self.start)
  }

  @Test func `Lists are bounded before they are read, and have no value twice`() throws {
    let many = [Int](repeating: 7, count: 1_000_000)
    for problem in [
      #expect(throws: RecurrenceProblem.self) { try RecurrenceRule(.monthly, byMonthDay: many) },
      #expect(throws: RecurrenceProblem.self) { try RecurrenceRule(.monthly, byMonth: many) },
      #expect(throws: RecurrenceProblem.self) { try RecurrenceRule(.monthly, byMonthDay: [7], bySetPos: many) },
      #expect(throws: RecurrenceProblem.self) {
        try RecurrenceRule(.weekly, byDay: [WeekdayPosition](repeating: WeekdayPosition(.monday), count: 1_000_000))
      },
    ] {
      #expect(problem?.message.hasPrefix("must have at most") == true)
    }
    let long = "FREQ=DAILY;BYMONTH=" + [String](repeating: "1", count: 5000).joined(separator: ",")
    #expect(throws: RecurrenceProblem.self) { try recurrence(long, Self.start) }
    #expect(try RecurrenceRule(.monthly, byMonthDay: [7, 1, 7]).byMonthDay == [7, 1])
    // The smallest number there is has no magnitude of its own kind.
    #expect(throws: RecurrenceProblem.self) { try RecurrenceRule(.monthly, byMonthDay: [.min], byMonth: [1]) }
    #expect(throws: RecurrenceProblem.self) { try RecurrenceRule(.monthly, interval: .min) }
  }

  @Test func `A count that takes too long to find is refused, and a rare day is found`() throws {
    // A Sunday that is 29 February comes every 28 years.
    let rare = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU"
    #expect(throws: RecurrenceProblem.self) { try recurrence(rare + ";COUNT=1000", "2032-02-29") }
    #expect(try recurrence(rare + ";COUNT=3", "2032-02-29").end.description == "2088-02-29")
    #expect(try recurrence("FREQ=YEARLY;INTERVAL=399;COUNT=1000", "2032-02-29").end <= .last)
    let endless = try recurrence("FREQ=DAILY", "2026-09-07")
    #expect(endless.days(from: .last).map(\.description) == ["9999-12-31"])
    #expect(endless.days(in: LocalDay.first...LocalDay.first).map(\.description) == [])
  }

  @Test("Text that is read and written again stays the same rule", arguments: Run.randoms(1000, of: 10))
  func text(_ random: Random) throws {
    var random = random
    let written = try random.recurrence()
    let (zone, time) = (random.pick(["America/New_York", "Pacific/Apia", "Europe/Berlin"]), random.time())
    let clock = try clock(zone)
    for (text, time) in [(written.rule.text(until: .day), nil), (written.rule.text(until: .moment(clock)), time)] {
      let read = try RecurrenceRule(reading: text, time: time, clock: clock)
      #expect(read.text(until: .day) == written.rule.text(until: .day), "\(text)")
      let recurrence = try Recurrence(read, start: written.start)
      #expect(Array(recurrence.days(from: written.start).prefix(50)) == Array(written.days(from: written.start).prefix(50)))
    }
  }

  @Test(
    "The day of UNTIL is the last one on which a start is not after it",
    arguments: [
      ("20260930T065959Z", "2026-09-29"), ("20260930T070000Z", "2026-09-30"), ("20260930T090000", "2026-09-30"),
      ("20260930T085959", "2026-09-29"), ("20260930", "2026-09-30"), ("20260930T235959Z", "2026-09-30"),
    ])
  func until(_ text: String, _ expected: String) throws {
    let rule = try RecurrenceRule(reading: "FREQ=DAILY;UNTIL=\(text)", time: time("09:00"), clock: clock("Europe/Berlin"))
    #expect(rule.until?.description == expected)
  }

  @Test("A window has the days that a walk from the beginning finds in it", arguments: Run.randoms(400, of: 11))
  func windows(_ random: Random) throws {
    var random = random
    let recurrence = try random.recurrence()
    let all = Array(recurrence.days(in: recurrence.start...recurrence.start.adding(days: 5000)))
    for _ in 0..<10 {
      let first = recurrence.start.adding(days: random.between(-50...4900))
      let last = min(first.adding(days: random.below(200)), recurrence.start.adding(days: 5000))
      let days = Array(recurrence.days(in: first...max(first, last)))
      #expect(days == all.filter { first <= $0 && $0 <= last })
      #expect(recurrence.contains(first) == all.contains(first))
      let before = all.count { $0 < first }
      #expect(recurrence.count(before: first, limit: 100) == (before > 100 ? nil : before))
    }
    guard let day = all.prefix(800).randomElement(using: &random) else { return }
    let parts = try #require(try recurrence.split(at: day))
    let before = parts.before.map { Array($0.days(from: $0.start)) } ?? []
    #expect(before + parts.after.days(in: day...recurrence.start.adding(days: 5000)) == all)
  }
}

extension Random: RandomNumberGenerator {}
