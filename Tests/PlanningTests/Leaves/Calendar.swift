/// The Gregorian calendar by counting days, as an answer to compare with.
struct Calendar {
  /// The days from 2000-01-01 to the first of January of each year from 0 to 9999.
  let yearStarts: [Int]

  static let counted = Calendar()

  init() {
    var starts: [Int] = []
    var day = 0
    for year in 0...9999 {
      starts.append(day)
      day += Self.isLeap(year) ? 366 : 365
    }
    let origin = starts[2000]
    yearStarts = starts.map { $0 - origin }
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    yearStarts[year] + (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) } + day - 1
  }

  /// `2026-09-07`.
  static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
    padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
  }

  static func padded(_ number: Int, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
