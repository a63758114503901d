import Foundation
import Synchronization

/// The passes of each job of this process: how many there were, and how the last one ended.
package final class JobPasses: Sendable {
  package struct Failure: Sendable {
    /// In seconds since 1970, as all moments here.
    package let time: Double
    package let reason: String
  }

  package struct State: Sendable {
    package var isRunning = false
    package var done = 0
    package var failed = 0
    /// The time that all passes took.
    package var seconds = 0.0
    /// The end of the last pass; nil before it.
    package var lastEnd: Double?
    package var lastSeconds = 0.0
    /// The next pass; nil before the first one has ended.
    package var nextBeginning: Double?
    package var lastFailure: Failure?
  }

  private let states = Mutex<[String: State]>([:])

  package init() {}

  /// By the name of the job, in alphabetical order.
  package var all: [(name: String, state: State)] {
    states.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package func begin(_ name: String) { states.withLock { $0[name, default: State()].isRunning = true } }

  /// - Parameters:
  ///   - pause: the time until the next pass.
  ///   - failure: why the pass failed; nil where it is done.
  package func end(_ name: String, after duration: Duration, pause: Duration, failure: String? = nil) {
    let now = Date().timeIntervalSince1970
    states.withLock { states in
      var state = states[name, default: State()]
      state.isRunning = false
      state.lastEnd = now
      state.lastSeconds = duration / .seconds(1)
      state.seconds += state.lastSeconds
      state.nextBeginning = now + pause / .seconds(1)
      if let failure {
        state.failed += 1
        state.lastFailure = Failure(time: now, reason: failure)
      } else {
        state.done += 1
      }
      states[name] = state
    }
  }
}
