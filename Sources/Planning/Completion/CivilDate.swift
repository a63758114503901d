/// A day of the proleptic Gregorian calendar, of the years 0 to 9999.
struct CivilDate {
  let year: Int
  let month: Int
  let day: Int

  /// Years are counted from March, so that the leap day is the last of its year; 400 years have 146,097
  /// days. The constants place day 0 at 0000-03-01, which is 730,425 days before 2000-01-01.
  init?(daysSince2000: Int64) {
    let days = daysSince2000 + 730_425
    guard (-60..<3_652_365).contains(days) else { return nil }
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
    year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
    guard (0...9999).contains(year) else { return nil }
  }

  /// The number of a day of the years 1 to 9999: those of days that follow each other differ by one.
  static func number(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + (153 * marchMonth + 2) / 5 + day
  }
}
