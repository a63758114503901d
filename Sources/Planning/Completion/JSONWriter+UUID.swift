import GraphQL

extension JSONWriter {
  /// Writes the 16 bytes of a `uuid`: `"0199…"`, lower case with hyphens.
  mutating func writeUUID(_ cell: UnsafeBufferPointer<UInt8>) {
    let words = UnsafeRawBufferPointer(cell)
    write(count: 38) { buffer in
      let text = UnsafeMutableRawPointer(buffer)
      func store(_ digits: UInt64, at offset: Int) {
        text.storeBytes(of: digits.bigEndian, toByteOffset: offset, as: UInt64.self)
      }
      let first = Self.hexadecimal(words.loadUnaligned(fromByteOffset: 0, as: UInt32.self).bigEndian)
      let second = Self.hexadecimal(words.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian)
      let third = Self.hexadecimal(words.loadUnaligned(fromByteOffset: 8, as: UInt32.self).bigEndian)
      let fourth = Self.hexadecimal(words.loadUnaligned(fromByteOffset: 12, as: UInt32.self).bigEndian)
      //  "01234567-89ab-cdef-0123-456789abcdef"
      let hyphen = UInt64(UInt8(ascii: "-"))
      store(first, at: 1)
      store(hyphen << 56 | (second >> 32) << 24 | hyphen << 16 | (second >> 16) & 0xFFFF, at: 9)
      store((second & 0xFFFF) << 48 | hyphen << 40 | (third >> 32) << 8 | hyphen, at: 17)
      store((third & 0xFFFF_FFFF) << 32 | fourth >> 32, at: 25)
      text.storeBytes(of: UInt32(truncatingIfNeeded: fourth).bigEndian, toByteOffset: 33, as: UInt32.self)
      buffer[0] = UInt8(ascii: "\"")
      buffer[37] = UInt8(ascii: "\"")
    }
  }

  /// The eight hexadecimal digits of a word as eight bytes of ASCII, the first one highest.
  private static func hexadecimal(_ word: UInt32) -> UInt64 {
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
