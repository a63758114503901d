import SQL

/// A value of a field in COPY's text format.
protocol CopyValue {
  /// Adds the value, escaped; never a bare tab or newline.
  func append(to bytes: inout [UInt8])
}

extension String: CopyValue {
  func append(to bytes: inout [UInt8]) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
      case UInt8(ascii: "\t"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      case UInt8(ascii: "\n"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case UInt8(ascii: "\r"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      default: bytes.append(byte)
      }
    }
  }
}

extension UUIDValue: CopyValue {
  func append(to bytes: inout [UInt8]) {
    bytes.appendHexadecimal(high >> 32, digits: 8)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendHexadecimal(high >> 16, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendHexadecimal(high, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendHexadecimal(low >> 48, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendHexadecimal(low, digits: 12)
  }
}

extension CalendarDay: CopyValue {
  /// `2026-09-07`
  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `2026-09-07`
  func append(to bytes: inout [UInt8]) {
    let (year, month, day) = civil
    bytes.appendDecimal(year, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDecimal(month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDecimal(day, digits: 2)
  }
}

extension Moment: CopyValue {
  /// `2026-09-07 08:30:00.125+00`
  func append(to bytes: inout [UInt8]) {
    let time = milliseconds % Self.day
    CalendarDay(number: milliseconds / Self.day).append(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    bytes.appendDecimal(time / Self.hour, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(time / Self.minute % 60, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(time / 1000 % 60, digits: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.appendDecimal(time % 1000, digits: 3)
    bytes.append(contentsOf: "+00".utf8)
  }
}

extension Points: CopyValue {
  /// `18`, `18.5` or `18.25`
  func append(to bytes: inout [UInt8]) {
    let whole = quarters / 4
    bytes.append(contentsOf: String(whole).utf8)
    switch quarters % 4 {
    case 1: bytes.append(contentsOf: ".25".utf8)
    case 2: bytes.append(contentsOf: ".5".utf8)
    case 3: bytes.append(contentsOf: ".75".utf8)
    default: break
    }
  }
}

extension [UInt8] {
  /// The last `digits` decimal digits of a number that is not negative, with leading zeros.
  fileprivate mutating func appendDecimal(_ number: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// The last `digits` hexadecimal digits of a word, in lower case.
  fileprivate mutating func appendHexadecimal(_ word: UInt64, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(word >> (4 * UInt64(place)) & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}

extension Bool: CopyValue {
  /// `t` or `f`
  func append(to bytes: inout [UInt8]) { bytes.append(UInt8(ascii: self ? "t" : "f")) }
}
