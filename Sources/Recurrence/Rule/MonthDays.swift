/// The days of a month that hold the parts `byMonth`, `byMonthDay` and `byDay` of a rule, as bits: bit 1 is the first
/// day.
struct MonthDays {
  private var months: UInt16
  /// Days of the month, and days from the end of a month that has 31. Nil: each day.
  private var monthDays: (fromBeginning: UInt32, fromEnd: UInt32)?
  private var hasWeekdays: Bool
  /// Bit 0 is Monday.
  private var weekdays: UInt8 = 0
  private var positions: [WeekdayPosition] = []

  /// - Parameter start: the day that gives what the rule leaves open.
  init(_ rule: RecurrenceRule, start: LocalDay) {
    let (_, month, day) = start.civil
    months = rule.byMonth.reduce(0) { $0 | 1 << UInt16($1) }
    if months == 0 { months = rule.frequency == .yearly ? 1 << UInt16(month) : 0x1ffe }
    hasWeekdays = !rule.byDay.isEmpty
    for entry in rule.byDay {
      if entry.position == nil { weekdays |= 1 << UInt8(entry.day.rawValue) } else { positions.append(entry) }
    }
    var byMonthDay = rule.byMonthDay
    if byMonthDay.isEmpty, rule.byDay.isEmpty, rule.frequency == .monthly || rule.frequency == .yearly { byMonthDay = [day] }
    if rule.frequency == .weekly, rule.byDay.isEmpty {
      hasWeekdays = true
      weekdays = 1 << UInt8(start.weekday.rawValue)
    }
    if !byMonthDay.isEmpty {
      monthDays = byMonthDay.reduce((0, 0)) { masks, day in
        day > 0 ? (masks.0 | 1 << UInt32(day), masks.1) : (masks.0, masks.1 | 1 << UInt32(32 + day))
      }
    }
  }

  func hasMonth(_ month: CalendarMonth) -> Bool { months & 1 << UInt16(month.month) != 0 }

  /// - Parameter firstNumber: that of the month, which the caller has computed.
  func days(of month: CalendarMonth, firstNumber: Int) -> UInt32 {
    guard hasMonth(month) else { return 0 }
    let length = month.length
    // Bits 1 to `length`.
    var days: UInt32 = UInt32.max >> UInt32(31 - length) & ~1
    if let (fromBeginning, fromEnd) = monthDays { days &= fromBeginning | fromEnd >> UInt32(31 - length) }
    if hasWeekdays, days != 0 { days &= daysOfWeek(length, first: Weekday(dayNumber: firstNumber)) }
    return days
  }

  /// The days of the seven from one on, of a rule without `byMonthDay`. Bit 1 is that day.
  func days(ofWeek firstNumber: Int) -> UInt32 {
    let first = Weekday(dayNumber: firstNumber)
    var days: UInt32 = 0
    var bits = weekdays
    while bits != 0 {
      days |= 1 << UInt32(1 + (bits.trailingZeroBitCount - first.rawValue + 7) % 7)
      bits &= bits - 1
    }
    guard months != 0x1ffe else { return days }
    var kept: UInt32 = 0
    for bit in UInt32(1)...7 where days & 1 << bit != 0 {
      if hasMonth(LocalDay(clamping: firstNumber + Int(bit) - 1).month) { kept |= 1 << bit }
    }
    return kept
  }

  private func daysOfWeek(_ length: Int, first: Weekday) -> UInt32 {
    /// The days 1, 8, 15, 22 and 29.
    let everySeventh: UInt32 = 1 << 1 | 1 << 8 | 1 << 15 | 1 << 22 | 1 << 29
    var days: UInt32 = 0
    var bits = weekdays
    while bits != 0 {
      days |= everySeventh << UInt32((bits.trailingZeroBitCount - first.rawValue + 7) % 7)
      bits &= bits - 1
    }
    for entry in positions {
      guard let position = entry.position else { continue }
      let firstOfKind = 1 + entry.day.days(since: first)
      let lastOfKind = firstOfKind + (length - firstOfKind) / 7 * 7
      let day = position > 0 ? firstOfKind + 7 * (position - 1) : lastOfKind + 7 * (position + 1)
      if 1...length ~= day { days |= 1 << UInt32(day) }
    }
    return days
  }
}
