/// A day of the Gregorian calendar, without a time zone: `date` in PostgreSQL. The years are 1 to 9999, as in RFC 3339.
package struct LocalDay: Hashable, Comparable, Sendable {
  package static let first = LocalDay(unchecked: -719_162)
  package static let last = LocalDay(unchecked: 2_932_896)

  /// Days since 1970-01-01.
  package let number: Int

  private init(unchecked number: Int) { self.number = number }

  /// Nil beyond the years 1 to 9999.
  package init?(number: Int) {
    guard Self.first.number...Self.last.number ~= number else { return nil }
    self.number = number
  }

  /// Days beyond the years 1 to 9999 become the first or the last one.
  package init(clamping number: Int) {
    self.number = min(max(number, Self.first.number), Self.last.number)
  }

  /// Nil if the calendar has no such day, or the year is not in 1...9999.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CalendarMonth(year: year, month: month).length
    else { return nil }
    number = CalendarMonth(year: year, month: month).firstNumber + day - 1
  }

  /// Reads `YYYY-MM-DD` (RFC 3339, `full-date`).
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]), let day = Digits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// A later day, or an earlier one; the first or the last one that there is if it is beyond that.
  package func adding(days: Int) -> LocalDay { LocalDay(clamping: number + days) }

  package var weekday: Weekday { Weekday(dayNumber: number) }

  /// The year, the month and the day of the month.
  package var civil: (year: Int, month: Int, day: Int) {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". Years begin on 1 March, which puts the leap day
    // last; an era is 400 years.
    let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The month that the day is in.
  var month: CalendarMonth {
    let (year, month, _) = civil
    return CalendarMonth(year: year, month: month)
  }
}

extension LocalDay: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  package var description: String {
    let (year, month, day) = civil
    return "\(Digits.text(year, 4))-\(Digits.text(month, 2))-\(Digits.text(day, 2))"
  }
}
