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
    if sign == 0x4000 && count > 0 { write(UInt8(ascii: "-")) }

    writeInteger(weight < 0 ? 0 : digit(0))
    if weight > 0 {
      for position in 1...weight { writeDecimals(digit(position), count: 4) }
    }
    guard count > weight + 1 else { return true }
    write(UInt8(ascii: "."))
    for position in (weight + 1)..<count {
      if position < count - 1 {
        writeDecimals(digit(position), count: 4)
      } else {
        // PostgreSQL strips trailing zero digits, so the last one is not zero.
        var (last, places) = (digit(position), 4)
        while last % 10 == 0 && places > 1 { (last, places) = (last / 10, places - 1) }
        writeDecimals(last, count: places)
      }
    }
    return true
  }

  /// Writes `value` with leading zeros.
  mutating func writeDecimals(_ value: Int, count: Int) {
    write(count: count) { digits in
      var rest = value
      for position in (0..<count).reversed() {
        digits[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
  }
}
