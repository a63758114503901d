import SQL

extension UUIDValue {
  /// A version 7 UUID (RFC 9562, section 5.7): 48 bits of milliseconds, then 74 random bits.
  init(version7At moment: Moment, using generator: inout SplitMix64) {
    let milliseconds = UInt64(truncatingIfNeeded: moment.milliseconds)
    self.init(
      high: milliseconds << 16 | 0x7000 | generator.next() & 0x0fff,
      low: 0x8000_0000_0000_0000 | generator.next() >> 2)
  }
}
