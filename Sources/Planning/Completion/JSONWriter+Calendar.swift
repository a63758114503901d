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
}
