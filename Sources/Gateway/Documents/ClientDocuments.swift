import SessionTokens

/// Documents that clients sent once and name by hash from then on. Bounded by number and by bytes; those that
/// were not asked for lately go first. Each process has its own: a client that meets another one sends its
/// document again.
struct ClientDocuments: Sendable {
  private let cache: BoundedCache<Digest, String>

  init(maximumCount: Int = 2000, maximumBytes: Int = 16 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
  }

  static func digest(of text: String) -> Digest { SHA256.hash(Array(text.utf8)) }

  func text(of digest: Digest) -> String? { cache.value(for: digest) }

  /// - Parameter digest: of the text.
  func keep(_ text: String, as digest: Digest) { cache.insert(text, for: digest, cost: text.utf8.count) }
}
