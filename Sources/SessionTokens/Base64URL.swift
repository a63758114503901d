/// Base64 with the URL-safe alphabet and without padding — RFC 4648, section 5; RFC 7515, section 2.
///
/// Every sequence of bytes has exactly one spelling here, so that a token has no twin with the same meaning.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let notInAlphabet: UInt8 = 0xff

  /// The value of each byte as a digit.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: notInAlphabet, count: 256)
    for (value, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(value) }
    return digits
  }()

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var pending: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(pending >> bitCount & 63)])
      }
      pending &= 63
    }
    if bitCount > 0 { text.append(alphabet[Int(pending << (6 - bitCount) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for padding, white space, `+`, `/` and all else outside the alphabet, for a length that no
  /// bytes have, and where the bits that the last character has to spare are not zero.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var pending: UInt32 = 0
    var bitCount: UInt32 = 0
    var isInAlphabet = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 6 / 8) { bytes, count in
      digits.withUnsafeBufferPointer { digits in
        for character in text {
          let digit = digits[Int(character)]
          isInAlphabet = isInAlphabet && digit != notInAlphabet
          pending = pending << 6 | UInt32(digit & 63)
          bitCount += 6
          if bitCount >= 8 {
            bitCount -= 8
            bytes[count] = UInt8(truncatingIfNeeded: pending >> bitCount)
            count += 1
            pending &= (1 << bitCount) - 1
          }
        }
      }
    }
    return isInAlphabet && pending == 0 ? bytes : nil
  }
}
