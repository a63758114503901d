import SQL

/// The hash of keys in a table whose keys others may choose: who does not know the secret finds none that collide.
enum KeyHash {
  private static let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// All 128 bits of the product, folded, and once more, so that 32 low bits depend on all bits of the key.
  @inline(__always)
  static func hash(of key: UUIDValue) -> UInt64 {
    let product = (key.high ^ secret.0).multipliedFullWidth(by: key.low ^ secret.1)
    let folded = product.high ^ product.low
    return (folded ^ folded >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32
  }
}
