/// A rule with the first day of its series: the days of the series, in order.
///
/// The days are computed while somebody reads them, period by period. A reading may begin at any day: it does not walk
/// from the start.
package struct Recurrence: Hashable, Sendable {
  package let rule: RecurrenceRule
  /// The first day; the rule yields it.
  package let start: LocalDay
  /// No day is later. The last one itself if the rule has a count.
  package let end: LocalDay

  /// The periods that may be looked at to find the last day of a count.
  static let maximumPeriods = 50_000
  /// The steps that one rule, or all rules of a file, may take to be checked: see ``RecurrenceRule/stepsOfPeriod``.
  package static let maximumSteps = 5_000_000

  /// Checks the rule against the first day of its series.
  package init(_ rule: RecurrenceRule, start: LocalDay) throws(RecurrenceProblem) {
    var steps = Self.maximumSteps
    try self.init(rule, start: start, steps: &steps)
  }

  /// The same for one of several rules, which share their steps.
  /// - Parameter steps: those that are left. None is left after a rule that needs more, which is refused.
  package init(_ rule: RecurrenceRule, start: LocalDay, steps: inout Int) throws(RecurrenceProblem) {
    if let until = rule.until, until < start {
      throw RecurrenceProblem("until", message: "must not be before the start, \(start)")
    }
    let unbounded = Recurrence(unchecked: rule, start: start, end: rule.until ?? .last)
    guard unbounded.contains(start) else {
      throw RecurrenceProblem(message: "must yield the day of the start, \(start)")
    }
    guard let count = rule.count else {
      self = unbounded
      return
    }
    guard let end = unbounded.day(at: count, steps: &steps) else {
      throw RecurrenceProblem("count", message: "is more than this rule can yield")
    }
    self = Recurrence(unchecked: rule, start: start, end: end)
  }

  /// Takes what was checked and stored.
  /// - Parameter end: that of the checked value.
  package init(stored rule: RecurrenceRule, start: LocalDay, end: LocalDay) {
    self.init(unchecked: rule, start: start, end: end)
  }

  private init(unchecked rule: RecurrenceRule, start: LocalDay, end: LocalDay) {
    self.rule = rule
    self.start = start
    self.end = end
  }

  /// The days from one on, to the end of the series.
  package func days(from first: LocalDay) -> RecurrenceDays { RecurrenceDays(self, from: first, through: end) }

  package func days(in range: ClosedRange<LocalDay>) -> RecurrenceDays {
    RecurrenceDays(self, from: range.lowerBound, through: min(range.upperBound, end))
  }

  /// Whether the rule yields a day.
  package func contains(_ day: LocalDay) -> Bool {
    for _ in days(in: day...day) { return true }
    return false
  }

  /// The number of days before one; nil if there are more than `limit`.
  package func count(before day: LocalDay, limit: Int = RecurrenceRule.maximumCount) -> Int? {
    var count = 0
    guard day > start else { return 0 }
    for _ in days(in: start...day.adding(days: -1)) {
      count += 1
      if count > limit { return nil }
    }
    return count
  }

  /// The day with a number, from 1 on, or the last one if the calendar ends before it. Nil if it takes too long to
  /// find.
  private func day(at count: Int, steps: inout Int) -> LocalDay? {
    var days = days(from: start)
    let affordable = max(steps, 0) / rule.stepsOfPeriod
    days.periodsLeft = min(affordable, Self.maximumPeriods)
    let periods = days.periodsLeft
    var (last, left) = (start, count)
    while left > 0, let day = days.next() { (last, left) = (day, left - 1) }
    guard days.periodsLeft >= 0 else {
      steps = periods < affordable ? steps - periods * rule.stepsOfPeriod : 0
      return nil
    }
    steps -= (periods - days.periodsLeft) * rule.stepsOfPeriod
    return last
  }
}
