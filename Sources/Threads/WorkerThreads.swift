import Dispatch
import Foundation
import Synchronization

/// Threads of a priority below that of others, for work that takes a processor for milliseconds or more. They start with the first
/// work, and each does one piece at a time.
package final class WorkerThreads: Sendable {
  package typealias Work = @Sendable () -> Void

  private struct State {
    var hasStarted = false
    var isClosed = false
  }

  private let name: String
  package let count: Int
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: at most 12 characters; a thread's has a number behind it.
  ///   - count: at least one is taken.
  package init(named name: String, count: Int) {
    self.name = name
    self.count = max(1, count)
  }

  /// Says that there is a piece of work more.
  /// - Parameter next: takes it out of its queue. The threads keep that of the first call until they are closed.
  package func wake(taking next: @escaping @Sendable () -> Work?) {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    if isFirst {
      for number in 1...count {
        Thread.detachNewThread { [self] in
          ThreadPriority.lower(named: "\(name)-\(number)")
          run(next)
        }
      }
    }
    signal.signal()
  }

  /// Ends the threads once they have nothing to do.
  package func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<count { signal.signal() }
  }

  private func run(_ next: () -> Work?) {
    while true {
      signal.wait()
      if let work = next() {
        work()
      } else if state.withLock({ $0.isClosed }) {
        return
      }
    }
  }
}
