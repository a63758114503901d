/// The days of a recurrence within bounds, in order.
package struct RecurrenceDays: Sequence, IteratorProtocol {
  private let recurrence: Recurrence
  private let monthDays: MonthDays
  private let (first, last): (Int, Int)
  private let lastMonth: CalendarMonth
  /// The next period: months since year 0 for DAILY and MONTHLY, years, or the number of the first day of a week.
  private var period: Int
  /// The months of the period that was read last with days that are left, the next one last.
  private var months: [(firstNumber: Int, days: UInt32)] = []
  /// The month or week that is being read: bit n is `firstNumber + n - 1`.
  private var current: (firstNumber: Int, days: UInt32) = (0, 0)
  private var isAtEnd = false
  /// Below zero when a reader that sets it has looked at that many periods; then there is no further day.
  var periodsLeft = Int.max

  init(_ recurrence: Recurrence, from day: LocalDay, through end: LocalDay) {
    let (rule, start) = (recurrence.rule, recurrence.start)
    self.recurrence = recurrence
    monthDays = MonthDays(rule, start: start)
    let begin = day < start ? start : day
    (first, last) = (begin.number, end.number)
    lastMonth = end.month
    switch rule.frequency {
    case .daily: period = begin.month.index
    case .monthly: period = Self.aligned(start.month.index, step: rule.interval, notAfter: begin.month.index)
    case .yearly: period = Self.aligned(start.month.year, step: rule.interval, notAfter: begin.month.year)
    case .weekly:
      let week = start.number - start.weekday.days(since: rule.weekStart)
      period = Self.aligned(week, step: 7 * rule.interval, notAfter: begin.number)
    }
  }

  /// The last number at or before another one that is a multiple of `step` from the first one, and not before that.
  private static func aligned(_ first: Int, step: Int, notAfter bound: Int) -> Int {
    bound <= first ? first : bound - (bound - first) % step
  }

  package mutating func next() -> LocalDay? {
    while !isAtEnd {
      while current.days != 0 {
        let number = current.firstNumber + current.days.trailingZeroBitCount - 1
        current.days &= current.days - 1
        if number > last { return end() }
        if number >= first { return LocalDay(clamping: number) }
      }
      if let month = months.popLast() {
        current = month
        continue
      }
      periodsLeft -= 1
      guard periodsLeft >= 0, readPeriod() else { return end() }
    }
    return nil
  }

  private mutating func end() -> LocalDay? {
    isAtEnd = true
    return nil
  }

  /// Reads the next period; false if it begins after the last day.
  private mutating func readPeriod() -> Bool {
    let rule = recurrence.rule
    switch rule.frequency {
    case .daily: return readMonthOfDays()
    case .weekly: return readWeek()
    case .monthly:
      let month = CalendarMonth(index: period)
      guard month <= lastMonth else { return false }
      period += rule.interval
      // Most rules with `byMonth` have few months; there is no need to know where the others begin.
      guard monthDays.hasMonth(month) else { return true }
      let firstNumber = month.firstNumber
      current = (firstNumber, monthDays.days(of: month, firstNumber: firstNumber))
      if !rule.bySetPos.isEmpty, current.days != 0 {
        months = [current]
        current.days = 0
        selectPlaces()
      }
    case .yearly:
      let year = period
      guard year <= lastMonth.year else { return false }
      period += rule.interval
      for month in (1...12).reversed() {
        let month = CalendarMonth(year: year, month: month)
        guard monthDays.hasMonth(month) else { continue }
        let firstNumber = month.firstNumber
        months.append((firstNumber, monthDays.days(of: month, firstNumber: firstNumber)))
      }
      if !rule.bySetPos.isEmpty { selectPlaces() }
    }
    return true
  }

  /// Keeps of the months the days with the places that `bySetPos` names. The places count from the beginning of the
  /// period, which may lie before the start of the series.
  private mutating func selectPlaces() {
    let total = months.reduce(0) { $0 + $1.days.nonzeroBitCount }
    var selected = [UInt32](repeating: 0, count: months.count)
    for place in recurrence.rule.bySetPos {
      var left = place > 0 ? place - 1 : total + place
      guard 0..<total ~= left else { continue }
      for index in months.indices.reversed() {
        let count = months[index].days.nonzeroBitCount
        guard left >= count else {
          selected[index] |= Self.bit(left, of: months[index].days)
          break
        }
        left -= count
      }
    }
    for index in months.indices { months[index].days = selected[index] }
  }

  /// The bit with a place among those that are set, 0 for the lowest.
  private static func bit(_ place: Int, of days: UInt32) -> UInt32 {
    var days = days
    for _ in 0..<place { days &= days - 1 }
    return days & (~days &+ 1)
  }

  /// Each month has the days that are a multiple of the interval from the start.
  private mutating func readMonthOfDays() -> Bool {
    let (rule, start) = (recurrence.rule, recurrence.start)
    let month = CalendarMonth(index: period)
    guard month <= lastMonth else { return false }
    period += 1
    guard monthDays.hasMonth(month) else { return true }
    let firstNumber = month.firstNumber
    var days = monthDays.days(of: month, firstNumber: firstNumber)
    if rule.interval > 1, days != 0 {
      let since = (firstNumber - start.number) % rule.interval
      // The first day of the month that is aligned; its bit is one higher.
      var day = since <= 0 ? -since : rule.interval - since
      var aligned: UInt32 = 0
      while day < 31 {
        aligned |= 1 << UInt32(day + 1)
        day += rule.interval
      }
      days &= aligned
    }
    current = (firstNumber, days)
    return true
  }

  private mutating func readWeek() -> Bool {
    let firstNumber = period
    guard firstNumber <= last else { return false }
    period += 7 * recurrence.rule.interval
    current = (firstNumber, monthDays.days(ofWeek: firstNumber))
    return true
  }
}
