extension ScalarForm {
  /// `Date`: RFC 3339 full-date, of the years 1 to 9999.
  package static let date = ScalarForm(expectation: "a day of the calendar such as 2026-09-07", maximum: 10) {
    $0.count == 10 && isDay($0)
  }

  /// `Time`: RFC 3339 partial-time in whole seconds. No clock strikes 24:00:00, or a second 60.
  package static let time = ScalarForm(expectation: "a time of day such as 08:30:00", maximum: 8) {
    $0.count == 8 && isClockTime($0)
  }

  /// `DateTime`: RFC 3339 date-time, with an offset that is known, and without leap seconds, which PostgreSQL has not.
  ///
  ///     2026-09-07T08:30:00Z    2026-09-07t08:30:00.125+02:00
  package static let dateTime = ScalarForm(
    expectation: "a moment such as 2026-09-07T08:30:00.000Z", maximum: 35
  ) { text in
    let start = text.startIndex
    guard text.count >= 20, isDay(text.prefix(10)), text[start + 10] | 0x20 == UInt8(ascii: "t"),
      isClockTime(text[(start + 11)..<(start + 19)])
    else { return false }
    var rest = text.dropFirst(19)
    if rest.first == UInt8(ascii: ".") {
      let decimals = rest.dropFirst().prefix(while: \.isDigit).count
      guard (1...9).contains(decimals) else { return false }
      rest = rest.dropFirst(1 + decimals)
    }
    return isOffset(rest)
  }

  /// `Z` or `+02:00`. PostgreSQL knows no offset of sixteen hours; `-00:00` says that the offset is not known.
  private static func isOffset(_ text: ArraySlice<UInt8>) -> Bool {
    guard let sign = text.first else { return false }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 }
    let start = text.startIndex
    guard text.count == 6, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      text[start + 3] == UInt8(ascii: ":"), let hours = number(text[(start + 1)..<(start + 3)]),
      let minutes = number(text[(start + 4)...])
    else { return false }
    return hours < 16 && minutes < 60 && (sign == UInt8(ascii: "+") || hours + minutes > 0)
  }

  /// Checks whether ten bytes are a valid day.
  private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.startIndex
    guard text[start + 4] == UInt8(ascii: "-"), text[start + 7] == UInt8(ascii: "-"),
      let year = number(text[start..<(start + 4)]), year > 0, let month = number(text[(start + 5)..<(start + 7)]),
      (1...12).contains(month), let day = number(text[(start + 8)..<(start + 10)])
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }

  /// Checks whether eight bytes are a valid time of day.
  private static func isClockTime(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.startIndex
    guard text[start + 2] == UInt8(ascii: ":"), text[start + 5] == UInt8(ascii: ":"),
      let hours = number(text[start..<(start + 2)]), let minutes = number(text[(start + 3)..<(start + 5)]),
      let seconds = number(text[(start + 6)..<(start + 8)])
    else { return false }
    return hours < 24 && minutes < 60 && seconds < 60
  }

  /// Nil unless all bytes are digits.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.allSatisfy(\.isDigit) else { return nil }
    return text.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}
