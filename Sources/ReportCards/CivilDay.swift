import Foundation

/// A day of the Gregorian calendar.
package struct CivilDay: Hashable, Sendable {
  package let year: Int
  /// From 1.
  package let month: Int
  package let day: Int

  /// Reads a day as GraphQL writes it: `2026-11-27`.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a moment where a clock shows the time of a zone: of UTC where the zone is unknown here.
  /// - Parameter seconds: since 1970-01-01 00:00 UTC.
  package init(at seconds: Int64, in zone: String) {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: date) ?? 0
    self.init(days: Int(((Double(seconds) + Double(offset)) / 86_400).rounded(.down)))
  }

  /// - Parameter days: since 1970-01-01.
  private init(days: Int) {
    // Years that begin on March 1 have the leap day at their end; 400 of them have 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// As ISO 8601 writes it.
  package var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
