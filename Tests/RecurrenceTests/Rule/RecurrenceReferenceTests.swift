import Recurrence
import Testing

@Suite(
  "Days and times are those of independent implementations",
  .enabled(
    if: Reference.python != nil,
    "HATCHED_TEST_PYTHON_CALENDAR names no environment with dateutil; scripts/test makes one"),
  .serialized)
struct RecurrenceReferenceTests {
  @Test func `Days of random rules in random windows`() throws {
    var cases: [(question: String, days: String)] = []
    for var random in Run.randoms(4000, of: 1) {
      let recurrence = try random.recurrence()
      let years = recurrence.rule.frequency == .daily ? 3 : recurrence.rule.frequency == .weekly ? 12 : 60
      // From the beginning, or far from it.
      let first = recurrence.start.adding(days: random.once(in: 3) ? 0 : random.below(365 * years))
      let last = first.adding(days: random.once(in: 3) ? 366 * years : random.below(400))
      let days = recurrence.days(in: first...last).map(\.description).joined(separator: ",")
      cases.append(("days|\(recurrence.rule.text(until: .day))|\(recurrence.start)|\(first)|\(last)", days))
    }
    for (given, theirs) in zip(cases, try Reference.answers(to: cases.map(\.question))) {
      #expect(given.days == theirs, "\(given.question)")
    }
    #expect(cases.count(where: { !$0.days.isEmpty }) > cases.count / 2)
  }

  @Test func `A start is refused exactly where its rule does not yield it`() throws {
    var cases: [(question: String, isYielded: Bool, start: LocalDay)] = []
    for var random in Run.randoms(2000, of: 2) {
      let (rule, start) = (try random.rule(), random.day(1995...2035))
      let isYielded = (try? Recurrence(rule, start: start)) != nil
      cases.append(("days|\(rule.text(until: .day))|\(start)|\(start)|\(start)", isYielded, start))
    }
    for (given, theirs) in zip(cases, try Reference.answers(to: cases.map(\.question))) {
      #expect(given.isYielded == (theirs == given.start.description), "\(given.question)")
    }
    #expect(cases.contains { $0.isYielded } && cases.contains { !$0.isYielded })
  }

  static let zones = [
    "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "America/Sao_Paulo",
    "Africa/Casablanca", "Europe/Dublin", "America/Nuuk", "Asia/Tehran", "Antarctica/Troll", "Pacific/Chatham",
    "America/St_Johns", "Etc/GMT+5", "UTC",
  ]

  @Test("Local times and moments, close to changes of the offset and elsewhere", arguments: zones)
  func times(_ name: String) throws {
    let clock = try clock(name)
    var random = try #require(Run.randoms(4, of: 3).first)
    var locals = (0..<1000).map { _ in LocalDateTime(random.day(random.once(in: 4) ? 1902...9998 : 1970...2060), random.time()) }
    // No zone has changed its offset twice within six hours.
    var before = clock.offset(at: 0)
    for moment in stride(from: 0, to: 90 * 365 * 86_400, by: 6 * 3600) {
      let after = clock.offset(at: moment)
      defer { before = after }
      guard after != before else { continue }
      for quarter in -40...40 { locals.append(clock.local(at: moment + quarter * 900)) }
      // Times in gaps, which no moment has.
      let nominal = clock.local(at: moment)
      for quarter in -40...40 {
        let seconds = nominal.day.number * 86_400 + nominal.time.seconds + quarter * 900
        locals.append(ZoneClock.utc.local(at: seconds))
      }
    }
    let moments = locals.map { clock.moment(of: $0) }
    let asked = "moments|\(name)|" + locals.map { "\($0.day)T\($0.time)" }.joined(separator: "|")
    let askedBack = "locals|\(name)|" + moments.map { String($0) }.joined(separator: "|")
    let answers = try Reference.answers(to: [asked, askedBack]).map { $0.split(separator: ",") }
    for (index, local) in locals.enumerated() {
      #expect(String(moments[index]) == answers[0][index], "\(local.day) \(local.time)")
      let back = clock.local(at: moments[index])
      #expect("\(back.day)T\(back.time)" == answers[1][index], "\(moments[index])")
    }
  }

  @Test func `Moments of random series in random zones`() throws {
    var cases: [(question: String, moments: String)] = []
    for var random in Run.randoms(1200, of: 4) {
      let recurrence = try random.recurrence(from: 2000...2045)
      let (zone, time) = (random.pick(Self.zones), random.time())
      let clock = try clock(zone)
      let series = Series(try LocalSpan(recurrence.start, time), recurrence, clock: clock)
      let occurrences = try series.occurrences(from: recurrence.start.adding(days: random.below(700)).description, days: 200)
      guard !occurrences.isEmpty else { continue }
      let locals = occurrences.map { "\($0.day)T\(time)" }.joined(separator: "|")
      let moments = occurrences.map { occurrence in
        if case .moments(let start, _) = occurrence.time { String(start) } else { "all day" }
      }
      cases.append(("moments|\(zone)|\(locals)", moments.joined(separator: ",")))
    }
    for (given, theirs) in zip(cases, try Reference.answers(to: cases.map(\.question))) {
      #expect(given.moments == theirs, "\(given.question)")
    }
    #expect(cases.count > 50)
  }
}
