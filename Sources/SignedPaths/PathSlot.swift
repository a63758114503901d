/// A quarter of an hour, counted from 1970-01-01 00:00 UTC. The addresses that are signed in a slot are the same text each time, and are
/// good to the end of the next slot: for 15 to 30 minutes.
package struct PathSlot: Hashable, Sendable {
  /// The length of a slot, in seconds.
  package static let length: Int64 = 900

  package let number: UInt32

  package init(number: UInt32) { self.number = number }

  /// The slot of a moment.
  /// - Parameter now: seconds since 1970-01-01 00:00 UTC.
  package init(at now: Int64) { number = UInt32(clamping: max(now, 0) / Self.length) }

  /// The first moment at which its addresses are no longer good, in seconds since 1970-01-01 00:00 UTC.
  package var end: Int64 { (Int64(number) + 2) * Self.length }

  /// The time for which its addresses are good still, in seconds: at least 1. Nil where they are not.
  ///
  /// The slot may be one ahead: the clock that it was read from is not the one that judges it.
  package func secondsLeft(at now: Int64) -> Int64? {
    let current = Int64(PathSlot(at: now).number)
    guard (current - 1...current + 1).contains(Int64(number)) else { return nil }
    return end - max(now, 0)
  }
}
