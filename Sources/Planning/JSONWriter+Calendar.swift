import GraphQL

extension JSONWriter {
  /// Writes a `timestamptz`, microseconds since 2000-01-01 UTC, as RFC 3339 in UTC with milliseconds:
  /// `"2026-09-07T08:30:00.000Z"`. Always the same length, since clients parse with fixed formats.
  /// - Returns: false for the infinities and for years that RFC 3339 cannot write.
  mutating func writeTimestamp(microseconds: Int64) -> Bool {
    let day: Int64 = 86_400_000_000
    let days = microseconds / day - (microseconds % day < 0 ? 1 : 0)
    guard microseconds != .max, microseconds != .min, let date = CivilDate(daysSince2000: days) else {
      return false
    }
    let time = Int(microseconds - days * day)
    write(UInt8(ascii: "\""))
    write(date)
    write(UInt8(ascii: "T"))
    writeClock(microseconds: time)
    write(UInt8(ascii: "."))
    writeDecimals(time / 1000 % 1000, count: 3)
    write(json: "Z\"")
    return true
  }

  /// Writes a `date`, days since 2000-01-01: `"2026-09-07"`.
  mutating func writeDate(days: Int32) -> Bool {
    guard days != .max, days != .min, let date = CivilDate(daysSince2000: Int64(days)) else { return false }
    write(UInt8(ascii: "\""))
    write(date)
    write(UInt8(ascii: "\""))
    return true
  }

  /// Writes a `time`, microseconds since midnight: `"08:30:00"`.
  mutating func writeTime(microseconds: Int64) -> Bool {
    guard (0...86_400_000_000).contains(microseconds) else { return false }
    write(UInt8(ascii: "\""))
    writeClock(microseconds: Int(microseconds))
    write(UInt8(ascii: "\""))
    return true
  }

  private mutating func writeClock(microseconds: Int) {
    let seconds = microseconds / 1_000_000
    writeDecimals(seconds / 3600, count: 2)
    write(UInt8(ascii: ":"))
    writeDecimals(seconds / 60 % 60, count: 2)
    write(UInt8(ascii: ":"))
    writeDecimals(seconds % 60, count: 2)
  }

  private mutating func write(_ date: CivilDate) {
    writeDecimals(date.year, count: 4)
    write(UInt8(ascii: "-"))
    writeDecimals(date.month, count: 2)
    write(UInt8(ascii: "-"))
    writeDecimals(date.day, count: 2)
  }

  /// Writes the 16 bytes of a `uuid`: `"0199…"`, lower case with hyphens.
  mutating func writeUUID(_ cell: UnsafeBufferPointer<UInt8>) {
    write(UInt8(ascii: "\""))
    for (index, byte) in cell.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { write(UInt8(ascii: "-")) }
      write(Self.hexadecimal(byte >> 4))
      write(Self.hexadecimal(byte & 15))
    }
    write(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
  }
}

/// A day of the proleptic Gregorian calendar, of the years 0 to 9999.
private struct CivilDate {
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
}
