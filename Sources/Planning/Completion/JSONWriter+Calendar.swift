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
    write(count: 26) { text in
      var end = text
      end.set(UInt8(ascii: "\""))
      end.setDate(date)
      end.set(UInt8(ascii: "T"))
      end.setClock(microseconds: time)
      end.set(UInt8(ascii: "."))
      end.set(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: time / 100_000 % 10))
      end.setTwoDigits(time / 1000 % 100)
      end.set(UInt8(ascii: "Z"))
      end.set(UInt8(ascii: "\""))
    }
    return true
  }

  /// Writes a `date`, days since 2000-01-01: `"2026-09-07"`.
  mutating func writeDate(days: Int32) -> Bool {
    guard days != .max, days != .min, let date = CivilDate(daysSince2000: Int64(days)) else { return false }
    write(count: 12) { text in
      var end = text
      end.set(UInt8(ascii: "\""))
      end.setDate(date)
      end.set(UInt8(ascii: "\""))
    }
    return true
  }

  /// Writes a `time`, microseconds since midnight: `"08:30:00"`.
  mutating func writeTime(microseconds: Int64) -> Bool {
    guard (0...86_400_000_000).contains(microseconds) else { return false }
    write(count: 10) { text in
      var end = text
      end.set(UInt8(ascii: "\""))
      end.setClock(microseconds: Int(microseconds))
      end.set(UInt8(ascii: "\""))
    }
    return true
  }
}

extension UnsafeMutablePointer<UInt8> {
  fileprivate mutating func setDate(_ date: CivilDate) {
    setFourDigits(date.year)
    set(UInt8(ascii: "-"))
    setTwoDigits(date.month)
    set(UInt8(ascii: "-"))
    setTwoDigits(date.day)
  }

  fileprivate mutating func setClock(microseconds: Int) {
    let seconds = microseconds / 1_000_000
    setTwoDigits(seconds / 3600)
    set(UInt8(ascii: ":"))
    setTwoDigits(seconds / 60 % 60)
    set(UInt8(ascii: ":"))
    setTwoDigits(seconds % 60)
  }
}
