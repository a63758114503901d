/// A recurrence rule of RFC 5545 (section 3.3.10) as data, without the start of its series.
///
/// A value has bounds that hold for any start; ``Recurrence`` checks it against one. Lists have no value twice and keep
/// the order in which they were given.
package struct RecurrenceRule: Hashable, Sendable {
  package let frequency: Frequency
  /// Each, each second, … period.
  package let interval: Int
  package let byDay: [WeekdayPosition]
  /// Days of the month, from its end if they are negative.
  package let byMonthDay: [Int]
  package let byMonth: [Int]
  /// Places among the days of a period, from its end if they are negative.
  package let bySetPos: [Int]
  /// The first day of the week, which decides what every second week is.
  package let weekStart: Weekday
  /// The number of days, with those that are left out. Never together with ``until``.
  package let count: Int?
  /// The last day that may be one of the series, in its zone.
  package let until: LocalDay?

  package init(
    _ frequency: Frequency, interval: Int = 1, byDay: [WeekdayPosition] = [], byMonthDay: [Int] = [], byMonth: [Int] = [],
    bySetPos: [Int] = [], weekStart: Weekday = .monday, count: Int? = nil, until: LocalDay? = nil
  ) throws(RecurrenceProblem) {
    self.frequency = frequency
    self.interval = interval
    // Lists are bounded before anything reads them whole.
    self.byDay = try Self.distinct(byDay, "byDay", maximum: 77)
    self.byMonthDay = try Self.distinct(byMonthDay, "byMonthDay", maximum: 62)
    self.byMonth = try Self.distinct(byMonth, "byMonth", maximum: 12)
    self.bySetPos = try Self.distinct(bySetPos, "bySetPos", maximum: 366)
    self.weekStart = weekStart
    self.count = count
    self.until = until
    try checkNumbers(byDay, byMonthDay, byMonth, bySetPos)
    try checkPlaces()
  }

  /// The same rule to another end.
  package func ending(count: Int? = nil, until: LocalDay? = nil) throws(RecurrenceProblem) -> RecurrenceRule {
    try RecurrenceRule(
      frequency, interval: interval, byDay: byDay, byMonthDay: byMonthDay, byMonth: byMonth, bySetPos: bySetPos,
      weekStart: weekStart, count: count, until: until)
  }

  private static func distinct<Value: Hashable>(
    _ values: [Value], _ name: String, maximum: Int
  ) throws(RecurrenceProblem) -> [Value] {
    guard values.count <= maximum else {
      throw RecurrenceProblem(.field(name), message: "must have at most \(maximum) values")
    }
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
