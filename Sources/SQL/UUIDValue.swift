/// A UUID as 128 bits — RFC 9562. Keys of rows; compared and hashed as two machine words.
public struct UUIDValue: Hashable, Sendable {
  /// The first eight bytes, big-endian.
  public var high: UInt64
  /// The last eight bytes, big-endian.
  public var low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random one, of version 4 — RFC 9562, section 5.4.
  public static func random() -> UUIDValue {
    UUIDValue(
      high: .random(in: .min ... .max) & ~0xF000 | 0x4000, low: .random(in: .min ... .max) >> 2 | 1 << 63)
  }

  /// One of version 7 — RFC 9562, section 5.7: 48 bits of time, then 74 random bits.
  /// - Parameter milliseconds: since 1970.
  public init(version7At milliseconds: UInt64, random: (UInt64, UInt64)) {
    self.init(
      high: milliseconds << 16 | 0x7000 | random.0 & 0x0fff, low: 0x8000_0000_0000_0000 | random.1 >> 2)
  }

  /// Reads the 16 bytes of PostgreSQL's binary format; nil when there are more or fewer.
  @inlinable
  public init?(bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let words = UnsafeRawBufferPointer(bytes)
    self.init(
      high: UInt64(bigEndian: words.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// The 16 bytes as PostgreSQL's binary format has them.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64($0))) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64($0))) }
  }
}
