/// A day of the week, with the names of the schema.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// - Parameter dayNumber: days since 1970-01-01, a Thursday.
  init(dayNumber: Int) {
    let remainder = (dayNumber + 3) % 7
    self = Self.allCases[remainder < 0 ? remainder + 7 : remainder]
  }

  /// Reads the name in the schema: `MONDAY`.
  package init?(name: some StringProtocol) {
    guard let day = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = day
  }

  /// The name in the schema: `MONDAY`.
  package var name: String { "\(self)".uppercased() }

  /// The name in RFC 5545: `MO`.
  package var code: String { String(name.prefix(2)) }

  /// The number of days from another day of the week to the next one of this kind, 0 to 6.
  func days(since other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }
}
