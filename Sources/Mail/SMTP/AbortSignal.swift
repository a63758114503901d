import Synchronization

/// Ends a transfer that is under way, from another thread.
package final class AbortSignal: Sendable {
  private let moment = Mutex<ContinuousClock.Instant?>(nil)

  package init() {}

  /// Lets the transfer go on for so long.
  package func abort(after patience: Duration) { moment.withLock { $0 = min($0 ?? .now + patience, .now + patience) } }

  var isRaised: Bool { moment.withLock { $0.map { $0 <= .now } ?? false } }
}
