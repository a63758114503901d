/// A SHA-256 hash value or an HMAC-SHA-256 authentication code: 256 bits.
package struct Digest: Sendable {
  /// H0 to H7 of FIPS 180-4.
  var words: SIMD8<UInt32>

  init(words: SIMD8<UInt32>) {
    self.words = words
  }

  /// Nil unless there are exactly 32 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    words = SIMD8()
    for (index, byte) in bytes.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
  }

  /// H0 to H7, each with its most significant byte first.
  package var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] >> UInt32(24 - 8 * ($0 % 4))) }
  }
}

extension Digest: Equatable {
  /// Takes the same time wherever the two differ, so that a forger cannot find a signature byte by byte. All comparisons of what has
  /// to stay secret are this one.
  package static func == (left: Digest, right: Digest) -> Bool {
    let difference = left.words ^ right.words
    var bits: UInt32 = 0
    for index in 0..<8 { bits |= difference[index] }
    return bits == 0
  }
}
