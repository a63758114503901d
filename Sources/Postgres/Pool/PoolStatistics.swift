/// The current load of a pool, and its totals since it was made.
package struct PoolStatistics: Sendable, Equatable {
  /// Requests that had to wait, and for how long together.
  package struct Waits: Sendable, Equatable {
    package var count = 0
    package var time = Duration.zero

    mutating func add(_ time: Duration) {
      count += 1
      self.time += time
    }
  }

  package var idle = 0
  package var leased = 0
  /// Connection attempts under way or due.
  package var connecting = 0
  package var waiting = 0
  package var leases = 0
  /// How long all requests together have waited that got a connection after a wait.
  package var waited = Duration.zero
  /// The same by class: see `LoadClass.rawValue`.
  package var waits = [Waits](repeating: Waits(), count: LoadClass.allCases.count)
  /// Leases of now by class.
  package var leasedByClass = [Int](repeating: 0, count: LoadClass.allCases.count)
  /// The time for which connections were leased, by `LoadKey.Kind.rawValue`.
  package var databaseTime = [Duration](repeating: .zero, count: LoadKey.Kind.count)
  /// Keys that are remembered.
  package var keys = 0
  /// Requests that got no connection in time.
  package var poolTimeouts = 0
  /// Requests that were refused at once, since they would have had to wait for too long.
  package var shed = 0
  /// Requests among both whose key had no database time left.
  package var throttled = 0
  package var failedConnects = 0
  package var roundTrips = 0

  package init() {}
}
