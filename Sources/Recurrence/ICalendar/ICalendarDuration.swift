/// A DURATION of iCalendar (RFC 5545, section 3.3.6): days of the calendar, and elapsed time.
///
///     PT1H30M    P2W    P1DT12H
struct ICalendarDuration: Hashable {
  let days: Int
  let seconds: Int

  /// Nil if it is no duration, or is negative.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.uppercased().utf8.prefix(40))[...]
    if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var (days, seconds, isTime) = (0, 0, false)
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "T"), !isTime {
        isTime = true
        rest.removeFirst()
      }
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      rest = rest[digits.endIndex...]
      guard let number = Digits.number(digits), let unit = rest.popFirst() else { return nil }
      switch (Unicode.Scalar(unit), isTime) {
      case ("W", false): days += 7 * number
      case ("D", false): days += number
      case ("H", true): seconds += 3600 * number
      case ("M", true): seconds += 60 * number
      case ("S", true): seconds += number
      default: return nil
      }
    }
    (self.days, self.seconds) = (days, seconds)
  }
}
