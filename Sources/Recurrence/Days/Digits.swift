/// Numbers of days and times as text.
enum Digits {
  /// Nil unless all bytes are digits, and at most 9.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard 1...9 ~= bytes.count, bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return bytes.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A number that is not negative, with zeros before it.
  static func text(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(length - digits.utf8.count, 0)) + digits
  }
}
