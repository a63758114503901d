import Foundation
import Synchronization

/// Runs work where stacks are small: libraries start threads with as little as this.
package enum SmallStack {
  /// In bytes. The frames of a debug build are several times as large.
  package static var size: Int {
    #if DEBUG
      2 << 20
    #else
      512 << 10
    #endif
  }

  /// - Returns: The result of the work, when it is done.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let outcome = Outcome<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.value.withLock { $0 = work() }
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else { fatalError("the thread did not finish its work") }
    return result
  }

  private final class Outcome<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
  }
}
