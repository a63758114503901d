import Synchronization

/// Counts of live queries since the start.
package final class LiveCounts: Sendable {
  package struct Values: Sendable {
    /// Queries that were run again for a stream.
    package fileprivate(set) var runs = 0
    /// Those of them whose answer was the same as before.
    package fileprivate(set) var unchanged = 0
    /// From the moment that a stream is woken to its answer, of all runs that had another.
    package fileprivate(set) var secondsToAnswer = 0.0
    /// Families and accounts that other processes hinted at.
    package fileprivate(set) var heardHints = 0
  }

  private let state = Mutex(Values())

  package var values: Values { state.withLock { $0 } }

  func hear(_ count: Int) { state.withLock { $0.heardHints += count } }

  /// - Parameter time: since the stream was woken; nil where the answer is the same as before.
  func countRun(_ time: Duration?) {
    state.withLock { values in
      values.runs += 1
      guard let time else { return values.unchanged += 1 }
      values.secondsToAnswer += Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
  }
}
