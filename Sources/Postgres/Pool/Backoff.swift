/// Pauses between attempts to reach a database that is down: 50 ms, 100 ms, … 800 ms.
///
/// The longest pause is well below a request's acquisition timeout, so that a request that comes during a
/// pause waits for the next attempt and has its answer from that.
struct Backoff {
  private var failures = 0
  private var next: ContinuousClock.Instant?

  var isActive: Bool { failures > 0 }

  mutating func failed(_ now: ContinuousClock.Instant) {
    next = now + .milliseconds(50 << min(failures, 4))
    failures += 1
  }

  mutating func succeeded() { self = Backoff() }

  /// The end of the pause, if it is still to come.
  func until(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let next, next > now else { return nil }
    return next
  }
}
