import Synchronization

/// Counts the round trips of all connections of a pool.
final class RoundTripCounter: Sendable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .relaxed) }
  func increment() { value.wrappingAdd(1, ordering: .relaxed) }
}
