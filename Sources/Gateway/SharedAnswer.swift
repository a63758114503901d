/// An answer that is the same for all who may ask for it: made once, and compared by identity.
package final class SharedAnswer: Sendable {
  /// JSON.
  package let body: [UInt8]

  init(_ body: [UInt8]) { self.body = body }
}

/// The answers to the introspection queries that tools send. They are the largest that strangers get, and are asked for
/// by many. Bounded by number and bytes; what finds no place is answered like everything else.
struct StandardAnswers: Sendable {
  private let cache = BoundedCache<OperationCache.Key, SharedAnswer>(maximumCount: 8, maximumCost: 16 << 20)

  func answer(for key: OperationCache.Key) -> SharedAnswer? { cache.value(for: key) }

  /// Keeps an answer, unless there is one.
  func keep(_ answer: SharedAnswer, for key: OperationCache.Key) { cache.insert(answer, for: key, cost: answer.body.count) }
}
