/// A time of day in whole seconds, without a time zone: `time` in PostgreSQL, from 00:00:00 to 23:59:59.
package struct LocalTime: Hashable, Comparable, Sendable {
  package static let midnight = LocalTime(unchecked: 0)
  package static let endOfDay = LocalTime(unchecked: 86_399)

  /// Seconds on the clock since 00:00.
  package let seconds: Int

  private init(unchecked seconds: Int) { self.seconds = seconds }

  /// Nil unless it is in 0..<86400.
  package init?(seconds: Int) {
    guard 0..<86_400 ~= seconds else { return nil }
    self.seconds = seconds
  }

  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    seconds = hour * 3600 + minute * 60 + second
  }

  /// Reads `HH:MM:SS` (RFC 3339, `partial-time` in whole seconds).
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(9))
    guard bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
      let hour = Digits.number(bytes[0..<2]), let minute = Digits.number(bytes[3..<5]),
      let second = Digits.number(bytes[6..<8])
    else { return nil }
    self.init(hour: hour, minute: minute, second: second)
  }

  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

extension LocalTime: CustomStringConvertible {
  /// `HH:MM:SS`.
  package var description: String {
    "\(Digits.text(seconds / 3600, 2)):\(Digits.text(seconds / 60 % 60, 2)):\(Digits.text(seconds % 60, 2))"
  }
}
