import SQL

/// Who has which connection of a pool and who waits for one: a value that turns events into actions and does
/// nothing itself, so that every order of events can be tested without a database.
///
/// Invariants: nobody waits while a connection is idle; connections that are idle, leased or being made are
/// never more than `size`; requests are served first come, first served.
struct PoolState<Connection, Waiter> {
  /// What the pool has to do, once it has let go of its lock.
  enum Action {
    case hand(Connection, to: Waiter)
    case refuse(Waiter, StatementError)
    /// Make a connection, not before that time, and report `connected` or `connectFailed`.
    case connect(notBefore: ContinuousClock.Instant?)
    case close(Connection)
    /// Report `tick` at that time.
    case tick(at: ContinuousClock.Instant)
    /// The last lease of a pool that shuts down is over.
    case drained
  }

  enum Lease {
    case connection(Connection)
    case mustWait
    case refused(StatementError)
  }

  struct Limits {
    var size: Int
    var maxWaiters: Int
    var acquisitionTimeout: Duration
  }

  let limits: Limits
  private(set) var statistics = PoolStatistics()
  private(set) var isShutDown = false
  /// The last one is used next: the fewer connections are warm, the better their caches.
  private var idle: [Connection] = []
  private var waiters = WaiterQueue<Waiter>()
  private var backoff = Backoff()
  private var isTicking = false

  init(limits: Limits) { self.limits = limits }

  /// A connection at once, if one is idle.
  mutating func lease() -> Lease {
    if isShutDown { return .refused(.shutdown) }
    guard let connection = idle.popLast() else { return .mustWait }
    statistics.idle -= 1
    statistics.leased += 1
    statistics.leases += 1
    return .connection(connection)
  }

  /// Puts a request in the queue, after `lease` said that it must wait.
  mutating func wait(_ waiter: Waiter, id: UInt64, now: ContinuousClock.Instant) -> [Action] {
    switch lease() {
    case .connection(let connection): return [.hand(connection, to: waiter)]
    case .refused(let error): return [.refuse(waiter, error)]
    case .mustWait: break
    }
    if waiters.count >= limits.maxWaiters {
      statistics.poolTimeouts += 1
      return [.refuse(waiter, .poolTimeout("too many requests wait for a connection"))]
    }
    let deadline = now + limits.acquisitionTimeout
    waiters.append(waiter, id: id, deadline: deadline)
    statistics.waiting = waiters.count
    var actions = connects(now)
    if !isTicking {
      isTicking = true
      actions.append(.tick(at: deadline))
    }
    return actions
  }

  /// The task of a waiting request was cancelled.
  mutating func cancel(id: UInt64) -> [Action] {
    guard let waiter = waiters.remove(id: id) else { return [] }
    statistics.waiting = waiters.count
    return [.refuse(waiter, StatementError(.statement(.queryCanceled), message: "the task was cancelled"))]
  }

  /// Time has passed: refuses those who have waited too long.
  mutating func tick(now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    while let waiter = waiters.popFirst(dueBy: now) {
      statistics.poolTimeouts += 1
      actions.append(.refuse(waiter, .poolTimeout("no connection came free in time")))
    }
    statistics.waiting = waiters.count
    isTicking = waiters.firstDeadline != nil
    if let deadline = waiters.firstDeadline { actions.append(.tick(at: deadline)) }
    return actions
  }

  mutating func connected(_ connection: Connection, now: ContinuousClock.Instant) -> [Action] {
    statistics.connecting -= 1
    backoff.succeeded()
    if isShutDown { return [.close(connection)] }
    return give(connection) + connects(now)
  }

  /// Where nobody holds a connection that could come free, those who wait hear of the failure at once.
  mutating func connectFailed(_ error: StatementError, now: ContinuousClock.Instant) -> [Action] {
    statistics.connecting -= 1
    if isShutDown { return [] }
    statistics.failedConnects += 1
    backoff.failed(now)
    if statistics.leased > 0 || statistics.connecting > 0 { return connects(now) }
    return refuseAll(error)
  }

  /// A lease is over.
  /// - Parameter isFit: whether the connection is idle. If not it is dropped, and another is made when needed.
  mutating func release(
    _ connection: Connection, isFit: Bool, now: @autoclosure () -> ContinuousClock.Instant
  ) -> [Action] {
    statistics.leased -= 1
    if isShutDown { return statistics.leased == 0 ? [.close(connection), .drained] : [.close(connection)] }
    if isFit { return give(connection) }
    return [.close(connection)] + connects(now())
  }

  /// From now on nobody is given a connection.
  mutating func shutDown() -> [Action] {
    if isShutDown { return statistics.leased == 0 ? [.drained] : [] }
    isShutDown = true
    var actions = refuseAll(.shutdown)
    actions += idle.map { .close($0) }
    idle = []
    statistics.idle = 0
    if statistics.leased == 0 { actions.append(.drained) }
    return actions
  }

  private mutating func give(_ connection: Connection) -> [Action] {
    guard let waiter = waiters.popFirst() else {
      idle.append(connection)
      statistics.idle += 1
      return []
    }
    statistics.waiting = waiters.count
    statistics.leased += 1
    statistics.leases += 1
    return [.hand(connection, to: waiter)]
  }

  private mutating func refuseAll(_ error: StatementError) -> [Action] {
    var actions: [Action] = []
    while let waiter = waiters.popFirst() { actions.append(.refuse(waiter, error)) }
    statistics.waiting = 0
    return actions
  }

  /// As many new connections as there are requests that none is under way for; one at a time while connecting
  /// fails.
  private mutating func connects(_ now: ContinuousClock.Instant) -> [Action] {
    let room = limits.size - statistics.idle - statistics.leased - statistics.connecting
    var count = min(waiters.count - statistics.connecting, room)
    if backoff.isActive { count = min(count, 1 - statistics.connecting) }
    guard count > 0 else { return [] }
    statistics.connecting += count
    return Array(repeating: .connect(notBefore: backoff.until(now)), count: count)
  }
}

extension StatementError {
  fileprivate static let shutdown = StatementError(.shutdown, message: "the connection pool is shut down")

  fileprivate static func poolTimeout(_ message: String) -> StatementError {
    StatementError(.poolTimeout, message: message)
  }
}
