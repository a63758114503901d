import Dispatch
import Foundation
import Synchronization

/// Work for threads of their own, which give way to all others of the machine: at most one at a time for each of them, and at most so
/// many waiting. More is refused at once, since whoever waits longer is gone when the turn comes.
final class HashQueue: Sendable {
  /// As many wait as may.
  struct Full: Error {
    /// In how many seconds there is likely to be room.
    let retryAfter: Int
  }

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Those that wait, run, or are about to wait.
    var admitted = 0
    var hasThreads = false
    var isClosed = false
    var statistics = PasswordStatistics()
    /// About how long one takes, in seconds.
    var mean = 0.3
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)
  private let threads: Int
  private let maximumWaiting: Int

  init(threads: Int, maximumWaiting: Int) {
    self.threads = max(1, threads)
    self.maximumWaiting = maximumWaiting
  }

  var statistics: PasswordStatistics {
    state.withLock {
      var statistics = $0.statistics
      statistics.waiting = $0.waiting.count
      return statistics
    }
  }

  /// Does work on one of the threads.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Full) -> Value {
    let retryAfter = state.withLock { state -> Int? in
      guard state.admitted < threads + maximumWaiting else {
        state.statistics.refused += 1
        return min(60, max(1, Int((Double(state.admitted) * state.mean / Double(threads)).rounded(.up))))
      }
      state.admitted += 1
      return nil
    }
    if let retryAfter { throw Full(retryAfter: retryAfter) }
    startThreads()
    return await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiting.append {
          let start = ContinuousClock.now
          let value = work()
          // Before the continuation goes on: whoever waits for it may ask again, and finds room.
          self.leave(after: (ContinuousClock.now - start) / .seconds(1))
          continuation.resume(returning: value)
        }
      }
      signal.signal()
    }
  }

  private func leave(after seconds: Double) {
    state.withLock { state in
      state.admitted -= 1
      state.statistics.hashes += 1
      state.statistics.seconds += seconds
      state.mean += (seconds - state.mean) / 8
    }
  }

  /// Ends the threads once they have nothing to do.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threads { signal.signal() }
  }

  private func startThreads() {
    let isFirst = state.withLock { state in
      defer { state.hasThreads = true }
      return !state.hasThreads
    }
    guard isFirst else { return }
    for number in 1...threads {
      Thread.detachNewThread { self.work(as: "passwords-\(number)") }
    }
  }

  private func work(as name: String) {
    ThreadPriority.lower(named: name)
    while true {
      signal.wait()
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      guard let next else {
        if state.withLock({ $0.isClosed }) { return }
        continue
      }
      next()
    }
  }
}
