/// A SHA-256 computation that takes its message in pieces — FIPS 180-4, sections 5 and 6.2.
///
/// It is a value: a copy continues on its own from what was taken so far, which is how ``HMAC`` hashes
/// the two blocks of its key only once.
package struct SHA256: Sendable {
  private static let blockSize = 64

  /// Section 5.3.3: the fractional parts of the square roots of the first eight primes.
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  /// The first `byteCount % 64` bytes are those that do not yet fill a block.
  private var block = SIMD64<UInt8>()
  private var byteCount: UInt64 = 0

  package init() {}

  /// The hash value of a whole message.
  package static func hash(_ message: [UInt8]) -> Digest {
    var hash = SHA256()
    message.withUnsafeBytes { hash.update($0) }
    return hash.finalized()
  }

  /// Takes the next piece of the message.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let filled = Int(byteCount % UInt64(Self.blockSize))
    byteCount &+= UInt64(bytes.count)
    var taken = 0
    if filled > 0 {
      taken = min(Self.blockSize - filled, bytes.count)
      store(bytes[..<taken], at: filled)
      guard filled + taken == Self.blockSize else { return }
      compressBlock()
    }
    let end = bytes.count - (bytes.count - taken) % Self.blockSize
    Self.compress(UnsafeRawBufferPointer(rebasing: bytes[taken..<end]), into: &state)
    store(bytes[end...], at: 0)
  }

  /// The hash value of what was taken so far, after a one bit, zeros and the length in bits (section 5.1.1).
  package func finalized() -> Digest {
    var last = self
    var filled = Int(byteCount % UInt64(Self.blockSize))
    last.block[filled] = 0x80
    filled += 1
    let lengthOffset = Self.blockSize - 8
    if filled > lengthOffset {
      for index in filled..<Self.blockSize { last.block[index] = 0 }
      last.compressBlock()
      filled = 0
    }
    for index in filled..<lengthOffset { last.block[index] = 0 }
    let bitCount = byteCount &* 8
    for index in 0..<8 {
      last.block[lengthOffset + index] = UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * index))
    }
    last.compressBlock()
    return Digest(words: last.state)
  }

  private mutating func store(_ bytes: Slice<UnsafeRawBufferPointer>, at offset: Int) {
    withUnsafeMutableBytes(of: &block) { block in
      UnsafeMutableRawBufferPointer(rebasing: block[offset...]).copyMemory(from: .init(rebasing: bytes))
    }
  }

  private mutating func compressBlock() {
    let full = block
    withUnsafeBytes(of: full) { Self.compress($0, into: &state) }
  }
}
