import GraphQL

/// The operations that were planned before, by the bytes of their document: parsed and validated once.
/// Bounded by the number of operations and by what they hold in memory.
struct OperationCache: Sendable {
  /// By bytes: text that Unicode calls equal may differ in a string literal.
  private struct Key: Hashable {
    let query: [UInt8]
    let operationName: [UInt8]?

    init(_ request: GraphQLRequest) {
      query = Array(request.query.utf8)
      operationName = request.operationName.map { Array($0.utf8) }
    }
  }

  private let cache: BoundedCache<Key, PreparedOperation>

  init(maximumCount: Int = 1000, maximumBytes: Int = 64 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
  }

  func operation(for request: GraphQLRequest) -> PreparedOperation? { cache.value(for: Key(request)) }

  /// Keeps an operation, unless it is there already.
  func keep(_ operation: PreparedOperation, for request: GraphQLRequest) {
    cache.insert(operation, for: Key(request), cost: operation.approximateSize)
  }
}
