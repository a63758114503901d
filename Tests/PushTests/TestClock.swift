import Foundation
import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
  private let offset = Mutex<Int64>(0)

  /// Seconds since 1970.
  var now: Int64 { Int64(Date().timeIntervalSince1970) + offset.withLock { $0 } }

  /// Sets the clock so many seconds off the machine's.
  func set(_ seconds: Int64) { offset.withLock { $0 = seconds } }
}
