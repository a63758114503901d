import GraphQL

/// The operations that were planned before, by the bytes of their document: parsed and validated once.
/// Bounded by the number of operations and by what they hold in memory.
struct OperationCache: Sendable {
  /// By bytes: text that Unicode calls equal may differ in a string literal.
  struct Key: Hashable, Sendable {
    private let document: ByteText
    private let operationName: ByteText?
    /// A document that is valid for clients who may see the schema may be invalid for others.
    private let showsSchema: Bool

    init(_ document: String, operationName: String?, showsSchema: Bool) {
      self.document = ByteText(document)
      self.operationName = operationName.map { ByteText($0) }
      self.showsSchema = showsSchema
    }
  }

  private let cache: BoundedCache<Key, PreparedOperation>

  init(maximumCount: Int = 1000, maximumBytes: Int = 64 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
  }

  var statistics: CacheStatistics { cache.statistics }

  func operation(for key: Key) -> PreparedOperation? { cache.value(for: key) }

  /// The same for a repeated look-up before the operation is prepared.
  func kept(for key: Key) -> PreparedOperation? { cache.kept(for: key) }

  /// Keeps an operation, unless it is there already.
  func keep(_ operation: PreparedOperation, for key: Key) {
    cache.insert(operation, for: key, cost: operation.approximateSize)
  }
}
