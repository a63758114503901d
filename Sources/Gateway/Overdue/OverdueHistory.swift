import Synchronization

/// Counts the results of one process's looks for overdue assignments.
package final class OverdueHistory: Sendable {
  package struct Summary: Sendable {
    /// The end of the last pass that reached the database, in seconds since 1970.
    package var lastPass: Double?
    package var checked = 0
    package var notifications = 0
    package var failures = 0
  }

  private let state = Mutex(Summary())

  package init() {}

  package var summary: Summary { state.withLock { $0 } }

  /// - Parameter time: in seconds since 1970.
  func note(_ result: OverdueDetection.Result, at time: Double) {
    state.withLock { summary in
      summary.lastPass = time
      summary.checked += result.checked
      summary.notifications += result.notifications
      summary.failures += result.failures
    }
  }

  /// Counts a pass that did not begin.
  func noteFailure() { state.withLock { $0.failures += 1 } }
}
