import Recurrence

extension Random {
  mutating func day(_ years: ClosedRange<Int>) -> LocalDay {
    let year = between(years)
    return LocalDay(year: year, month: between(1...12), day: between(1...28))?.adding(days: below(4)) ?? .first
  }

  mutating func time() -> LocalTime { LocalTime(seconds: below(96) * 900) ?? .midnight }

  /// A rule within the bounds, with any parts that may stand together, and neither count nor end.
  mutating func rule() throws -> RecurrenceRule {
    let frequency = pick(Frequency.allCases)
    let hasMonths = frequency == .monthly || frequency == .yearly
    let byMonth = once(in: 3) ? list(1...4) { $0.between(1...12) } : []
    var byDay: [WeekdayPosition] = []
    var byMonthDay: [Int] = []
    if frequency != .yearly || !byMonth.isEmpty {
      if once(in: 2) {
        byDay = list(1...4) {
          let position = hasMonths && $0.once(in: 2) ? $0.between(1...5) * ($0.once(in: 2) ? -1 : 1) : nil
          return WeekdayPosition($0.pick(Weekday.allCases), position: position)
        }
      }
      if frequency != .weekly, once(in: 3) { byMonthDay = list(1...8) { $0.between(1...31) * ($0.once(in: 3) ? -1 : 1) } }
    }
    var bySetPos: [Int] = []
    if hasMonths, !(byDay.isEmpty && byMonthDay.isEmpty), once(in: 2) {
      bySetPos = list(1...3) { $0.between(1...6) * ($0.once(in: 2) ? -1 : 1) }
    }
    return try RecurrenceRule(
      frequency, interval: once(in: 2) ? 1 : once(in: 6) ? between(1...400) : between(1...9), byDay: byDay,
      byMonthDay: byMonthDay, byMonth: byMonth, bySetPos: bySetPos, weekStart: once(in: 2) ? .monday : pick(Weekday.allCases))
  }

  private mutating func list<Value>(_ count: ClosedRange<Int>, _ value: (inout Random) -> Value) -> [Value] {
    (0..<between(count)).map { _ in value(&self) }
  }

  /// A rule with a first day that it yields, and in a third of the cases a count, in another one an end.
  mutating func recurrence(from years: ClosedRange<Int> = 1995...2035) throws -> Recurrence {
    while true {
      let (rule, first) = (try rule(), day(years))
      // Most rules yield a day soon; where not, another one is made.
      for days in 0..<1500 {
        guard let endless = try? Recurrence(rule, start: first.adding(days: days)) else { continue }
        let ended: RecurrenceRule =
          switch below(3) {
          case 0: try rule.ending(count: between(1...40))
          case 1: try rule.ending(until: endless.start.adding(days: below(900)))
          default: rule
          }
        do throws(RecurrenceProblem) {
          return try Recurrence(ended, start: endless.start)
        } catch {
          // A rule that yields a day in centuries does not yield 40 before the year 10,000.
          guard error.path == [.field("count")] else { throw error }
          break
        }
      }
    }
  }
}
