/// A month of a year.
struct CalendarMonth: Hashable, Comparable {
  /// Months since January of year 0.
  var index: Int

  init(index: Int) { self.index = index }

  /// - Parameter month: 1 for January.
  init(year: Int, month: Int) { index = year * 12 + month - 1 }

  static func < (left: Self, right: Self) -> Bool { left.index < right.index }

  var year: Int { index / 12 }

  /// 1 for January to 12.
  var month: Int { index % 12 + 1 }

  /// The number of days.
  var length: Int {
    let (year, month) = (year, month)
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return 30 + (month + month >> 3) & 1
  }

  /// The first day, in days since 1970-01-01.
  var firstNumber: Int {
    // See `LocalDay.civil`.
    let month = month
    let year = month <= 2 ? self.year - 1 : self.year
    let (era, yearOfEra) = year.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
