package import SQL

/// The number of changes that may wait for others with the same key.
package struct ChangeQueueLimits: Sendable {
  package var waiting: Int
  /// The maximum for one account, which keeps room for the rest of its family.
  package var waitingOfAccount: Int

  package init(waiting: Int = 64, waitingOfAccount: Int = 24) {
    self.waiting = waiting
    self.waitingOfAccount = waitingOfAccount
  }
}

/// Which changes are in flight in this process, and which wait for them: a value that turns events into what is to be done,
/// and does nothing itself.
///
/// A change locks its family, so a second one can only wait. In PostgreSQL it would hold a connection meanwhile; here it
/// holds none.
///
/// Invariants: of each key at most one change is in flight, and changes wait only while one is; they start first come, first
/// served; of a key at most `limits.waiting` wait, and of those at most `limits.waitingOfAccount` of one account.
package struct ChangeQueueState<Waiter> {
  package enum Entry: Hashable, Sendable {
    /// The change is in flight: `leave` has to follow.
    case started
    case waits
    /// As many wait as may.
    case refused
  }

  private struct Waiting {
    let id: UInt64
    let account: UUIDValue?
    let waiter: Waiter
  }

  let limits: ChangeQueueLimits
  /// Those that wait behind the change in flight, by its key: an empty list where none does.
  private var lines: [ChangeKey: [Waiting]] = [:]

  package init(limits: ChangeQueueLimits) { self.limits = limits }

  package var inFlight: Int { lines.count }
  package var waiting: Int { lines.values.reduce(0) { $0 + $1.count } }

  /// Starts a change if none of its key is in flight.
  package mutating func start(_ key: ChangeKey) -> Bool {
    if lines[key] != nil { return false }
    lines[key] = []
    return true
  }

  /// A change comes.
  /// - Parameters:
  ///   - account: whose it is.
  ///   - id: with which `remove` finds it while it waits.
  package mutating func enter(_ key: ChangeKey, of account: UUIDValue?, id: UInt64, _ waiter: Waiter) -> Entry {
    if start(key) { return .started }
    // There is a line: `start` would have made it.
    let line = lines[key, default: []]
    guard line.count < limits.waiting, line.count(where: { $0.account == account }) < limits.waitingOfAccount else {
      return .refused
    }
    lines[key, default: []].append(Waiting(id: id, account: account, waiter: waiter))
    return .waits
  }

  /// The change in flight is over.
  /// - Returns: the one that is in flight from now on.
  package mutating func leave(_ key: ChangeKey) -> Waiter? {
    guard let line = lines[key] else { return nil }
    if line.isEmpty {
      lines[key] = nil
      return nil
    }
    return lines[key]?.removeFirst().waiter
  }

  /// A change waits no longer: its request was cancelled, or its time is over.
  /// - Returns: nil where it does not wait.
  package mutating func remove(_ key: ChangeKey, id: UInt64) -> Waiter? {
    guard let index = lines[key]?.firstIndex(where: { $0.id == id }) else { return nil }
    return lines[key]?.remove(at: index).waiter
  }
}
