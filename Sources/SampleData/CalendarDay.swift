/// A day of the Gregorian calendar, without a time zone: what `date` is in PostgreSQL.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// Nil if the calendar has no such day, or the year is not in 2000...2999.
  package init?(year: Int, month: Int, day: Int) {
    guard 2000...2999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    self.init(number: Self.number(year: year, month: month, day: day))
    guard civil == (year, month, day) else { return nil }
  }

  /// Reads `YYYY-MM-DD` (RFC 3339, `full-date`), with the bounds of ``init(year:month:day:)``.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
    let hyphen = Int(UInt8(ascii: "-")) - Int(UInt8(ascii: "0"))
    guard digits.count == 10, digits[4] == hyphen, digits[7] == hyphen else { return nil }
    var parts: [Int] = []
    for range in [0..<4, 5..<7, 8..<10] {
      guard digits[range].allSatisfy({ 0...9 ~= $0 }) else { return nil }
      parts.append(digits[range].reduce(0) { $0 * 10 + $1 })
    }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }

  func adding(days: Int) -> Self {
    Self(number: number + days)
  }

  /// 0 for Monday to 6 for Sunday.
  var weekday: Int {
    let remainder = (number + 3) % 7
    return remainder < 0 ? remainder + 7 : remainder
  }
}

extension CalendarDay {
  /// The default reference day: a Monday, the first of a school year.
  package static let startOfSchoolYear = Self(number: number(year: 2026, month: 9, day: 7))

  // Both conversions: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". Years begin on 1 March,
  // which puts the leap day last; an era is 400 years. They hold from year 0 on.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = year.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var civil: (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
