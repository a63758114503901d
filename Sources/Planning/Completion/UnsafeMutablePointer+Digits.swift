/// Writes digits where the pointer is, and moves it behind them.
extension UnsafeMutablePointer<UInt8> {
  mutating func set(_ byte: UInt8) {
    pointee = byte
    self += 1
  }

  /// - Parameter value: 0 to 99.
  mutating func setTwoDigits(_ value: Int) {
    self[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
    self[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
    self += 2
  }

  /// - Parameter value: 0 to 9999.
  mutating func setFourDigits(_ value: Int) {
    setTwoDigits(value / 100)
    setTwoDigits(value % 100)
  }

  /// Without leading zeros.
  /// - Parameter value: 0 to 9999.
  mutating func setInteger(_ value: Int) {
    switch value {
    case ..<10: set(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value))
    case ..<100: setTwoDigits(value)
    case ..<1000:
      set(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 100))
      setTwoDigits(value % 100)
    default: setFourDigits(value)
    }
  }
}
