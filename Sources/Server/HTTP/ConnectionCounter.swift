import Gateway
import Synchronization

/// How many connections each network has open: so that one cannot have all that there may be.
final class ConnectionCounter: Sendable {
  private let maximum: Int
  /// Of those that have any.
  private let counts = Mutex<[ClientNetwork: Int]>([:])

  init(maximum: Int) { self.maximum = maximum }

  /// Counts a connection, of which `closed` is to be told.
  /// - Returns: false when it is one too many, and not counted.
  func opened(by network: ClientNetwork) -> Bool {
    counts.withLock { counts in
      let count = counts[network, default: 0]
      if count >= maximum { return false }
      counts[network] = count + 1
      return true
    }
  }

  func closed(by network: ClientNetwork) {
    counts.withLock { counts in
      guard let count = counts[network] else { return }
      counts[network] = count > 1 ? count - 1 : nil
    }
  }
}
