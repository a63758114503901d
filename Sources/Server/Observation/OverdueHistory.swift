import Gateway
import Synchronization

/// The results of the passes of one process.
final class OverdueHistory: Sendable {
  struct Summary {
    /// When the last one ended that reached the database, in seconds since 1970.
    var lastPass: Double?
    var checked = 0
    var notifications = 0
    var failures = 0
  }

  private let state = Mutex(Summary())

  var summary: Summary { state.withLock { $0 } }

  /// - Parameter time: in seconds since 1970.
  func note(_ result: OverdueDetection.Result, at time: Double) {
    state.withLock { summary in
      summary.lastPass = time
      summary.checked += result.checked
      summary.notifications += result.notifications
      summary.failures += result.failures
    }
  }

  /// A pass that did not begin.
  func noteFailure() { state.withLock { $0.failures += 1 } }
}
