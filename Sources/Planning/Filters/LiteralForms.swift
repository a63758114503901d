/// A time of day: RFC 3339 partial-time, `08:30:00` with decimals or without.
enum ClockTime {
  static func isTime(_ text: String) -> Bool { length(in: Array(text.utf8)[...]) == text.utf8.count }

  /// How many bytes of the start of text are a time of day; nil when it does not start with one.
  fileprivate static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    let start = bytes.startIndex
    guard bytes.count >= 8, bytes[start + 2] == UInt8(ascii: ":"), bytes[start + 5] == UInt8(ascii: ":"),
      let hour = bytes.twoDigits(at: start), let minute = bytes.twoDigits(at: start + 3),
      let second = bytes.twoDigits(at: start + 6), hour < 24, minute < 60, second < 60
    else { return nil }
    guard bytes.count > 8, bytes[start + 8] == UInt8(ascii: ".") else { return 8 }
    let decimals = bytes[(start + 9)...].prefix(while: \.isDigit).count
    return (1...9).contains(decimals) ? 9 + decimals : nil
  }
}

/// A moment: RFC 3339 date-time, `2026-09-07T08:30:00.000Z`, or with an offset instead of `Z`.
enum Moment {
  static func isDateTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40, bytes[10] | 0x20 == UInt8(ascii: "t"),
      CivilDate.isDate(String(decoding: bytes[..<10], as: UTF8.self)),
      let length = ClockTime.length(in: bytes[11...])
    else { return false }
    let zone = bytes[(11 + length)...]
    switch zone.first {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return zone.count == 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let start = zone.startIndex
      // PostgreSQL knows no offset of sixteen hours.
      guard zone.count == 6, zone[start + 3] == UInt8(ascii: ":"), let hours = zone.twoDigits(at: start + 1),
        let minutes = zone.twoDigits(at: start + 4)
      else { return false }
      return hours < 16 && minutes < 60
    default: return false
    }
  }
}

/// A decimal number as PostgreSQL writes `numeric`: `-12.50`.
enum Decimal {
  static func isDecimal(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 200 else { return false }
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let whole = bytes.prefix(while: \.isDigit).count
    guard whole > 0 else { return false }
    bytes = bytes.dropFirst(whole)
    if bytes.isEmpty { return true }
    guard bytes.first == UInt8(ascii: ".") else { return false }
    return bytes.count > 1 && bytes.dropFirst().allSatisfy(\.isDigit)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
  fileprivate func twoDigits(at index: Int) -> Int? {
    guard self[index].isDigit, self[index + 1].isDigit else { return nil }
    return 10 * Int(self[index] - UInt8(ascii: "0")) + Int(self[index + 1] - UInt8(ascii: "0"))
  }
}
