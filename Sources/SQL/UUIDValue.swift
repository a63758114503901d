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

  /// Reads `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, in either case. Nil for every other form: PostgreSQL
  /// also reads braces and misplaced hyphens, and one row must not have two spellings.
  public init?(_ text: String) {
    var words: (UInt64, UInt64) = (0, 0)
    var count = 0
    for (index, byte) in text.utf8.enumerated() {
      guard index < 36 else { return nil }
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.hexadecimalDigit(byte) else { return nil }
      if count < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
      count += 1
    }
    guard count == 32 else { return nil }
    self.init(high: words.0, low: words.1)
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

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
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

extension UUIDValue: CustomStringConvertible {
  /// Lower case, with hyphens.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
