import SQL

/// Who has which connection of a pool and who waits for one: a value that turns events into actions and does
/// nothing itself, so that every order of events can be tested without a database.
///
/// PostgreSQL answers faster when few of its processes share the processors. So as long as nobody waits for longer
/// than `patience`, no more than `preferredSize` connections are leased at a time, and twice as many for those who keep
/// theirs over several round trips, between which it is idle; what is slow does not hold up the rest for longer than
/// that.
///
/// Invariants: nobody waits while a connection is idle and fewer than `preferredSize` are leased; connections that are
/// idle, leased or being made are never more than `size`; requests are served first come, first served.
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

  /// What a connection is leased for.
  enum Use {
    /// One round trip.
    case once
    /// Several, between which its user does something else.
    case held
  }

  enum Lease {
    case connection(Connection)
    case mustWait
    case refused(StatementError)
  }

  struct Limits {
    var size: Int
    var preferredSize: Int
    var patience: Duration
    var maxWaiters: Int
    var acquisitionTimeout: Duration
    /// Nil to expect nothing.
    var maxExpectedWait: Duration?

    func preferredSize(for use: Use) -> Int {
      switch use {
      case .once: preferredSize
      case .held: min(2 * preferredSize, size)
      }
    }
  }

  let limits: Limits
  private(set) var statistics = PoolStatistics()
  private(set) var isShutDown = false
  /// The last one is used next: the fewer connections are warm, the better their caches.
  private var idle: [Connection] = []
  private var waiters = WaiterQueue<Waiter, Use>()
  private var backoff = Backoff()
  private var expectedWait = ExpectedWait()
  /// The earliest of the ticks that were asked for and have not come.
  private var nextTick: ContinuousClock.Instant?

  init(limits: Limits) { self.limits = limits }

  /// A connection at once, if one is idle.
  mutating func lease(
    for use: Use = .once, now: @autoclosure () -> ContinuousClock.Instant = .now
  ) -> Lease {
    if isShutDown { return .refused(.shutdown) }
    guard statistics.leased < limits.preferredSize(for: use), let connection = takeIdle(now()) else {
      return .mustWait
    }
    return .connection(connection)
  }

  /// Whether a request that comes now had better be refused at once. It is counted when it is.
  mutating func sheds(_ now: @autoclosure () -> ContinuousClock.Instant) -> Bool {
    guard let maximum = limits.maxExpectedWait, waiters.count > 0 || statistics.leased >= limits.size else {
      return false
    }
    let now = now()
    let firstCame = waiters.firstDeadline.map { $0 - limits.acquisitionTimeout }
    guard expectedWait.duration(behind: waiters.count, firstCame: firstCame, now) > maximum else { return false }
    statistics.shed += 1
    return true
  }

  /// Puts a request in the queue, after `lease` said that it must wait.
  mutating func wait(
    _ waiter: Waiter, for use: Use = .once, id: UInt64, now: ContinuousClock.Instant
  ) -> [Action] {
    switch lease(for: use, now: now) {
    case .connection(let connection): return [.hand(connection, to: waiter)]
    case .refused(let error): return [.refuse(waiter, error)]
    case .mustWait: break
    }
    if waiters.count >= limits.maxWaiters {
      statistics.poolTimeouts += 1
      return [.refuse(waiter, .poolTimeout("too many requests wait for a connection"))]
    }
    // Who holds a connection over several round trips was let in before.
    if use == .once, sheds(now) { return [.refuse(waiter, .poolTimeout("no connection is expected to come free soon"))] }
    waiters.append(waiter, for: use, id: id, deadline: now + limits.acquisitionTimeout)
    statistics.waiting = waiters.count
    return connects(now) + ticks(now)
  }

  /// The task of a waiting request was cancelled.
  mutating func cancel(id: UInt64, now: @autoclosure () -> ContinuousClock.Instant) -> [Action] {
    guard let waiter = waiters.remove(id: id) else { return [] }
    statistics.waiting = waiters.count
    return [.refuse(waiter, StatementError(.cancelled, message: "the task was cancelled"))] + ticks(now())
  }

  /// Time has passed: refuses those who have waited too long, and finds more connections for those who have waited
  /// for a while.
  mutating func tick(now: ContinuousClock.Instant) -> [Action] {
    if let due = nextTick, due <= now { nextTick = nil }
    var actions: [Action] = []
    while let waiter = waiters.popFirst(dueBy: now) {
      statistics.poolTimeouts += 1
      actions.append(.refuse(waiter, .poolTimeout("no connection came free in time")))
    }
    statistics.waiting = waiters.count
    return actions + serve(now)
  }

  mutating func connected(_ connection: Connection, now: ContinuousClock.Instant) -> [Action] {
    statistics.connecting -= 1
    backoff.succeeded()
    if isShutDown { return [.close(connection)] }
    return give(connection, now)
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
    if let most = limits.maxExpectedWait {
      expectedWait.cameBack(isAwaited: waiters.count > 0, atMost: most, now())
    }
    if isShutDown { return statistics.leased == 0 ? [.close(connection), .drained] : [.close(connection)] }
    if isFit { return give(connection, now()) }
    return [.close(connection)] + (waiters.count == 0 ? [] : serve(now()))
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

  private mutating func takeIdle(_ now: @autoclosure () -> ContinuousClock.Instant) -> Connection? {
    guard let connection = idle.popLast() else { return nil }
    statistics.idle -= 1
    statistics.leased += 1
    statistics.leases += 1
    if limits.maxExpectedWait != nil, statistics.leased >= limits.size { expectedWait.allLeased(now()) }
    return connection
  }

  private mutating func give(_ connection: Connection, _ now: @autoclosure () -> ContinuousClock.Instant) -> [Action] {
    idle.append(connection)
    statistics.idle += 1
    return waiters.count == 0 ? [] : serve(now())
  }

  /// Hands idle connections to those who wait, as many as may be leased now.
  private mutating func serve(_ now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    while waiters.count > 0, statistics.leased < mostLeased(now), let connection = takeIdle(now) {
      if let deadline = waiters.firstDeadline { statistics.waited += now - deadline + limits.acquisitionTimeout }
      // Somebody waits.
      actions.append(.hand(connection, to: waiters.popFirst()!))
    }
    statistics.waiting = waiters.count
    return actions + connects(now) + ticks(now)
  }

  /// How many connections may be leased, whoever is next in the queue having waited as long as they have.
  private func mostLeased(_ now: ContinuousClock.Instant) -> Int {
    guard let end = endOfPatience, end <= now else { return limits.preferredSize(for: waiters.firstUse ?? .once) }
    return limits.size
  }

  /// When whoever is next in the queue will have waited for `patience`.
  private var endOfPatience: ContinuousClock.Instant? {
    waiters.firstDeadline.map { $0 - limits.acquisitionTimeout + limits.patience }
  }

  private mutating func refuseAll(_ error: StatementError) -> [Action] {
    var actions: [Action] = []
    while let waiter = waiters.popFirst() { actions.append(.refuse(waiter, error)) }
    statistics.waiting = 0
    return actions
  }

  /// As many new connections as there are requests that may have one and that none is under way for; one at a time
  /// while connecting fails.
  private mutating func connects(_ now: ContinuousClock.Instant) -> [Action] {
    if waiters.count == 0 { return [] }
    let room = limits.preferredSize(for: waiters.firstUse ?? .once) - statistics.leased
    var count = min(waiters.count, room) - statistics.idle - statistics.connecting
    // Beyond the preferred number one by one, for whoever is next.
    if count <= 0, statistics.idle == 0, statistics.connecting == 0, statistics.leased < mostLeased(now) { count = 1 }
    if backoff.isActive { count = min(count, 1 - statistics.connecting) }
    guard count > 0 else { return [] }
    statistics.connecting += count
    return Array(repeating: .connect(notBefore: backoff.until(now)), count: count)
  }

  /// A tick for whoever is next in the queue, unless one comes in time anyway.
  private mutating func ticks(_ now: ContinuousClock.Instant) -> [Action] {
    guard var time = waiters.firstDeadline else { return [] }
    if statistics.leased < limits.size, mostLeased(now) < limits.size, let end = endOfPatience, end > now {
      time = min(time, end)
    }
    if let nextTick, nextTick <= time { return [] }
    nextTick = time
    return [.tick(at: time)]
  }
}

extension StatementError {
  fileprivate static let shutdown = StatementError(.shutdown, message: "the connection pool is shut down")

  fileprivate static func poolTimeout(_ message: String) -> StatementError {
    StatementError(.poolTimeout, message: message)
  }
}
