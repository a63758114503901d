import GraphQL

extension JSONWriter {
  /// Writes a `numeric` exactly, without trailing zeros.
  ///
  /// Its binary form: the count of base-10000 digits, the weight of the first one, the sign and the count
  /// of decimals, 16 bits each; then the digits. 87.5 is `[2, 0, 0, 1][87, 5000]`.
  /// - Returns: false for NaN and the infinities.
  mutating func writeNumeric(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard cell.count >= 8 else { return false }
    let count = Int(cell.bigEndianInteger(at: 0, as: Int16.self))
    let weight = Int(cell.bigEndianInteger(at: 2, as: Int16.self))
    let sign = cell.bigEndianInteger(at: 4, as: UInt16.self)
    guard count >= 0, cell.count == 8 + 2 * count, sign == 0x0000 || sign == 0x4000 else { return false }
    func digit(_ position: Int) -> Int {
      position >= 0 && position < count ? Int(cell.bigEndianInteger(at: 8 + 2 * position, as: Int16.self)) : 0
    }
    // Base-10000 digits before and after the point.
    let (integers, decimals) = (max(weight + 1, 1), max(count - weight - 1, 0))
    write(atMost: 2 + 4 * (integers + decimals)) { text in
      var end = text
      if sign == 0x4000 && count > 0 { end.set(UInt8(ascii: "-")) }
      end.setInteger(weight < 0 ? 0 : digit(0))
      for position in 1..<integers { end.setFourDigits(digit(position)) }
      guard decimals > 0 else { return end - text }
      end.set(UInt8(ascii: "."))
      for position in (weight + 1)..<count { end.setFourDigits(digit(position)) }
      while end[-1] == UInt8(ascii: "0") { end -= 1 }
      if end[-1] == UInt8(ascii: ".") { end -= 1 }
      return end - text
    }
    return true
  }

  /// Writes a `numeric` as text, with all decimals of its scale: `"-5.00"`.
  /// - Returns: false for NaN and the infinities.
  mutating func writeDecimal(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard cell.count >= 8 else { return false }
    let count = Int(cell.bigEndianInteger(at: 0, as: Int16.self))
    let weight = Int(cell.bigEndianInteger(at: 2, as: Int16.self))
    let sign = cell.bigEndianInteger(at: 4, as: UInt16.self)
    let scale = Int(cell.bigEndianInteger(at: 6, as: Int16.self))
    guard count >= 0, cell.count == 8 + 2 * count, sign == 0x0000 || sign == 0x4000, scale >= 0 else { return false }
    func digit(_ position: Int) -> Int {
      position >= 0 && position < count ? Int(cell.bigEndianInteger(at: 8 + 2 * position, as: Int16.self)) : 0
    }
    let (integers, decimals) = (max(weight + 1, 1), (scale + 3) / 4)
    write(atMost: 4 + 4 * (integers + decimals)) { text in
      var end = text
      end.set(UInt8(ascii: "\""))
      if sign == 0x4000 && count > 0 { end.set(UInt8(ascii: "-")) }
      end.setInteger(weight < 0 ? 0 : digit(0))
      for position in 1..<integers { end.setFourDigits(digit(position)) }
      if scale > 0 {
        end.set(UInt8(ascii: "."))
        for position in (weight + 1)..<(weight + 1 + decimals) { end.setFourDigits(digit(position)) }
        end -= 4 * decimals - scale
      }
      end.set(UInt8(ascii: "\""))
      return end - text
    }
    return true
  }
}
