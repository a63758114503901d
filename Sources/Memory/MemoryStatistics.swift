/// The memory that a budget holds, and its counts since the start.
package struct MemoryStatistics: Hashable, Sendable {
  /// In bytes, as `held` and `mostHeld`.
  package var capacity: Int
  package var held = 0
  /// The most that was held since this was last asked for; see `MemoryBudget.takeMostHeld`.
  package var mostHeld = 0
  /// Clients that were ended to make room.
  package var ended = 0
  /// Requests for which there was none.
  package var refusals = 0
}
