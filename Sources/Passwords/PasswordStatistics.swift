/// Counts of a queue of hashes since the start.
package struct PasswordStatistics: Hashable, Sendable {
  package var hashes = 0
  package var refused = 0
  /// The time that hashes took together.
  package var seconds = 0.0
  /// How many wait now.
  package var waiting = 0

  package init() {}
}
