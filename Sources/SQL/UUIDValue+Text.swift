/// The text of a UUID — RFC 9562, section 4: `01993f5e-7b01-7c23-8d45-6789abcdef00`.
extension UUIDValue {
  /// Reads it, in either case. Nil for every other form: PostgreSQL also reads braces and misplaced hyphens, and one row
  /// must not have two spellings.
  public init?(_ text: String) {
    var text = text
    guard let value = text.withUTF8(Self.read) else { return nil }
    self = value
  }

  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> UUIDValue? {
    guard text.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (index, byte) in text.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = value(ofHexadecimal: byte) else { return nil }
      if index < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
    }
    return UUIDValue(high: high, low: low)
  }

  private static func value(ofHexadecimal byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// Writes it in lower case: 36 bytes, for which there must be room.
  @inlinable
  public func write(to start: UnsafeMutablePointer<UInt8>) {
    let text = UnsafeMutableRawPointer(start)
    func store(_ digits: UInt64, at offset: Int) {
      text.storeBytes(of: digits.bigEndian, toByteOffset: offset, as: UInt64.self)
    }
    let first = Self.hexadecimal(UInt32(truncatingIfNeeded: high >> 32))
    let second = Self.hexadecimal(UInt32(truncatingIfNeeded: high))
    let third = Self.hexadecimal(UInt32(truncatingIfNeeded: low >> 32))
    let fourth = Self.hexadecimal(UInt32(truncatingIfNeeded: low))
    //  01234567 -89ab-cd ef-0123- 456789ab cdef
    let hyphen = UInt64(UInt8(ascii: "-"))
    store(first, at: 0)
    store(hyphen << 56 | (second >> 32) << 24 | hyphen << 16 | (second >> 16) & 0xFFFF, at: 8)
    store((second & 0xFFFF) << 48 | hyphen << 40 | (third >> 32) << 8 | hyphen, at: 16)
    store((third & 0xFFFF_FFFF) << 32 | fourth >> 32, at: 24)
    text.storeBytes(of: UInt32(truncatingIfNeeded: fourth).bigEndian, toByteOffset: 32, as: UInt32.self)
  }

  /// The eight hexadecimal digits of a word as eight bytes of ASCII, the first one highest.
  @inlinable
  static func hexadecimal(_ word: UInt32) -> UInt64 {
    // A digit a byte: 0x89AB… becomes 0x08_09_0A_0B….
    var digits = UInt64(word)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte whose digit is a letter, which stands 39 further on in ASCII than after "9".
    let letters = ((digits &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }
}

extension UUIDValue: CustomStringConvertible {
  /// Lower case, with hyphens.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { text in
      // There is room: the capacity was asked for.
      if let start = text.baseAddress { write(to: start) }
      return 36
    }
  }
}
