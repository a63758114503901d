/// HMAC-SHA-256 under one key — RFC 2104.
///
/// The two blocks of the key are hashed here once, so that a code costs only the blocks of its message
/// and one more.
package struct HMAC: Sendable {
  private static let blockSize = 64

  /// A hash that has taken K XOR ipad.
  private var inner = SHA256()
  /// A hash that has taken K XOR opad.
  private var outer = SHA256()

  /// A key longer than a block is replaced by its hash value, as the RFC has it.
  package init(key: [UInt8]) {
    let key = key.count > Self.blockSize ? SHA256.hash(key).bytes : key
    let padded = key + [UInt8](repeating: 0, count: Self.blockSize - key.count)
    padded.map { $0 ^ 0x36 }.withUnsafeBytes { inner.update($0) }
    padded.map { $0 ^ 0x5c }.withUnsafeBytes { outer.update($0) }
  }

  package func authenticationCode(for message: some Collection<UInt8>) -> Digest {
    var inner = inner
    if message.withContiguousStorageIfAvailable({ inner.update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(message).withUnsafeBytes { inner.update($0) }
    }
    var outer = outer
    let words = inner.finalized().words
    var bigEndian = SIMD8<UInt32>()
    for index in 0..<8 { bigEndian[index] = words[index].bigEndian }
    withUnsafeBytes(of: bigEndian) { outer.update($0) }
    return outer.finalized()
  }
}
