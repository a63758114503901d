import SQL

/// The leases of a pool's connections and the requests that wait for one: a value that turns events into actions and
/// does nothing itself, so that every order of events can be tested without a database.
///
/// PostgreSQL answers faster when few of its processes share the processors. So as long as no request waits for
/// longer than `patience`, no more than `preferredSize` connections are leased at a time, and twice as many to
/// requests that keep theirs over several round trips, between which it is idle. Long requests do not count: a slow
/// request does not hold up the rest. `FairQueue` decides whose turn it is, and how many connections a key has.
///
/// Invariants: no request that is not blocked waits while a connection is idle and fewer than `preferredSize` are leased;
/// connections that are idle, leased or being made are never more than `size`; requests of a key are served first come,
/// first served.
struct PoolState<Connection, Waiter> {
  typealias Use = LeaseUse
  typealias Limits = PoolLimits

  /// An action that the pool carries out once it has let go of its lock.
  enum Action {
    case hand(Connection, LeaseTicket, to: Waiter)
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
    case connection(Connection, LeaseTicket)
    case mustWait
    case refused(StatementError)
  }

  let limits: Limits
  private(set) var isShutDown = false
  private var counts = PoolStatistics()
  private var fair: FairQueue<Waiter>
  /// The last one is used next: the fewer connections are warm, the better their caches.
  private var idle: [Connection] = []
  private var backoff = Backoff()
  private var expectedWait = ExpectedWait()
  /// The earliest of the ticks that were asked for and have not come.
  private var nextTick: ContinuousClock.Instant?

  init(limits: Limits) {
    self.limits = limits
    fair = FairQueue(limits: limits)
  }

  var statistics: PoolStatistics {
    var statistics = counts
    statistics.idle = idle.count
    statistics.leased = fair.leasedCount
    statistics.waiting = fair.waitingCount
    statistics.databaseTime = fair.databaseTime
    statistics.leasedByClass = fair.classCounts
    statistics.keys = fair.keyCount
    return statistics
  }

  /// How many keys have no database time left.
  func throttledKeys(_ now: ContinuousClock.Instant) -> Int { fair.throttledCount(now) }

  /// A connection at once, if one is idle and the request may have it.
  mutating func lease(for use: Use = .once, _ load: Load, now: ContinuousClock.Instant) -> Lease {
    if isShutDown { return .refused(.shutdown) }
    if idle.isEmpty { return .mustWait }
    let slot = fair.slot(of: load.key, now)
    fair.accrue(now)
    guard let turn = fair.turn(slot, LeaseClaim(use: use, times: load.times, isHeavy: load.isHeavy, isLight: load.isLight), now),
      let (connection, ticket) = takeIdle(turn, now)
    else { return .mustWait }
    return .connection(connection, ticket)
  }

  /// The reason to refuse a request that comes now at once: its key would have to wait for too long. It is counted when
  /// it is.
  mutating func refusal(of key: LoadKey, _ now: @autoclosure () -> ContinuousClock.Instant) -> StatementError? {
    guard limits.maxExpectedWait != nil, fair.waitingCount > 0 || fair.leasedCount >= limits.size
    else { return nil }
    return refusal(fair.knownSlot(of: key), now())
  }

  private mutating func refusal(_ slot: Int?, _ now: ContinuousClock.Instant) -> StatementError? {
    guard let maximum = limits.maxExpectedWait else { return nil }
    // No request is behind more than all that wait, and mostly not even these take too long.
    let first = slot.flatMap { fair.accounts[$0].queue.firstSince }
    guard expectedWait.duration(behind: fair.waitingCount, firstCame: first, now) > maximum else { return nil }
    fair.accrue(now)
    let before = fair.requests(before: slot, now)
    guard expectedWait.duration(behind: before.count, firstCame: before.since, now) > maximum else { return nil }
    counts.shed += 1
    return refusal(slot, "no connection is expected to come free soon", now)
  }

  /// Puts a request in the queue of its key, after `lease` said that it must wait.
  mutating func wait(
    _ waiter: Waiter, for use: Use = .once, _ load: Load, id: UInt64, now: ContinuousClock.Instant
  ) -> [Action] {
    switch lease(for: use, load, now: now) {
    case .connection(let connection, let ticket): return [.hand(connection, ticket, to: waiter)]
    case .refused(let error): return [.refuse(waiter, error)]
    case .mustWait: break
    }
    let slot = fair.slot(of: load.key, now)
    // The pool admitted the holder of a connection over several round trips before.
    if use == .once, let error = refusal(slot, now) { return [.refuse(waiter, error)] }
    let (isAdmitted, displaced) = makeRoom(in: slot, now)
    var actions = displaced
    guard isAdmitted else {
      return actions + [.refuse(waiter, refused(slot, "too many requests wait for a connection", now))]
    }
    fair.append(waiter, LeaseClaim(use: use, times: load.times, isHeavy: load.isHeavy, isLight: load.isLight), id: id, slot: slot, now)
    if fair.isConnectionAwaited(now) { expectedWait.waits(now) }
    actions += connects(now)
    return actions + ticks(now)
  }

  /// Where too many wait, the last request of the key with the most gives way to one of another key.
  private mutating func makeRoom(in slot: Int, _ now: ContinuousClock.Instant) -> (isAdmitted: Bool, [Action]) {
    let count = fair.accounts[slot].queue.count
    if count >= limits.shares.maxWaitersPerKey, !fair.accounts[slot].key.isProcess { return (false, []) }
    if fair.waitingCount < limits.maxWaiters { return (true, []) }
    guard let longest = fair.longestQueue, fair.accounts[longest].queue.count > count + 1,
      let last = fair.remove(from: longest, { $0.popLast() })
    else { return (false, []) }
    return (true, [.refuse(last.waiter, refused(longest, "too many requests wait for a connection", now))])
  }

  /// The task of a waiting request was cancelled.
  mutating func cancel(id: UInt64, now: @autoclosure () -> ContinuousClock.Instant) -> [Action] {
    guard let waiter = fair.remove(id: id) else { return [] }
    if fair.waitingCount == 0 { expectedWait.nobodyWaits() }
    return [.refuse(waiter, StatementError(.cancelled, message: "the task was cancelled"))] + ticks(now())
  }

  /// Time has passed: refuses those who have waited too long, and finds more connections for those who have waited
  /// for a while.
  mutating func tick(now: ContinuousClock.Instant) -> [Action] {
    if let due = nextTick, due <= now { nextTick = nil }
    fair.accrue(now)
    var actions: [Action] = []
    for slot in fair.waiting {
      while let since = fair.accounts[slot].queue.firstSince, since + limits.acquisitionTimeout <= now,
        let entry = fair.remove(from: slot, { $0.popFirst() })
      {
        actions.append(.refuse(entry.waiter, refused(slot, "no connection came free in time", now)))
      }
    }
    return actions + serve(now)
  }

  mutating func connected(_ connection: Connection, now: ContinuousClock.Instant) -> [Action] {
    counts.connecting -= 1
    backoff.succeeded()
    if isShutDown { return [.close(connection)] }
    idle.append(connection)
    return serve(now)
  }

  /// Where no connection is leased that could come free, the waiting requests fail at once.
  mutating func connectFailed(_ error: StatementError, now: ContinuousClock.Instant) -> [Action] {
    counts.connecting -= 1
    if isShutDown { return [] }
    counts.failedConnects += 1
    backoff.failed(now)
    if fair.leasedCount > 0 || counts.connecting > 0 { return connects(now) }
    return refuseAll(error)
  }

  /// A lease is over.
  /// - Parameters:
  ///   - isFit: whether the connection is idle. If not it is dropped, and another is made when needed.
  mutating func release(
    _ connection: Connection, _ ticket: LeaseTicket, isFit: Bool, as end: LeaseEnd = .complete, now: ContinuousClock.Instant
  ) -> [Action] {
    fair.end(ticket, as: end, now)
    expectedWait.cameBack()
    if isShutDown { return fair.leasedCount == 0 ? [.close(connection), .drained] : [.close(connection)] }
    if isFit { idle.append(connection) }
    return (isFit ? [] : [.close(connection)]) + serve(now)
  }

  /// From now on no request gets a connection.
  mutating func shutDown() -> [Action] {
    if isShutDown { return fair.leasedCount == 0 ? [.drained] : [] }
    isShutDown = true
    var actions = refuseAll(.shutdown)
    actions += idle.map { .close($0) }
    idle = []
    if fair.leasedCount == 0 { actions.append(.drained) }
    return actions
  }

  private mutating func takeIdle(
    _ turn: FairQueue<Waiter>.Turn, _ now: ContinuousClock.Instant
  ) -> (Connection, LeaseTicket)? {
    guard let connection = idle.popLast() else { return nil }
    let ticket = fair.start(turn.slot, turn.claim, turn.prospect, now)
    counts.leases += 1
    if limits.maxExpectedWait != nil, fair.leasedCount >= limits.size { expectedWait.allLeased(now) }
    return (connection, ticket)
  }

  /// Hands idle connections to those who wait, as many as may be leased now.
  private mutating func serve(_ now: ContinuousClock.Instant) -> [Action] {
    if fair.waitingCount == 0 {
      expectedWait.nobodyWaits()
      return []
    }
    fair.accrue(now)
    var actions: [Action] = []
    while !idle.isEmpty, let turn = fair.nextTurn(now), let entry = fair.remove(from: turn.slot, { $0.popFirst() }),
      let (connection, ticket) = takeIdle(turn, now)
    {
      let waited = now - entry.since
      counts.waited += waited
      counts.waits[turn.prospect.loadClass.rawValue].add(waited)
      actions.append(.hand(connection, ticket, to: entry.waiter))
    }
    if let most = limits.maxExpectedWait {
      expectedWait.served(actions.count, atMost: most, now)
      if !fair.isConnectionAwaited(now) { expectedWait.nobodyWaits() }
    }
    return actions + connects(now) + ticks(now)
  }

  private mutating func refuseAll(_ error: StatementError) -> [Action] {
    var actions: [Action] = []
    for slot in fair.waiting {
      while let entry = fair.remove(from: slot, { $0.popFirst() }) { actions.append(.refuse(entry.waiter, error)) }
    }
    return actions
  }

  /// As many new connections as there are requests that may have one and that none is under way for; one at a time
  /// while connecting fails.
  private mutating func connects(_ now: ContinuousClock.Instant) -> [Action] {
    let made = idle.count + counts.connecting
    let room = limits.size - fair.leasedCount - made
    guard fair.waitingCount > 0, room > 0 else { return [] }
    var count = fair.usableConnections(atMost: made + room, now) - made
    // Beyond the preferred number one by one, for the next request.
    if count <= 0, made == 0, fair.nextTurn(now) != nil { count = 1 }
    if backoff.isActive { count = min(count, 1 - counts.connecting) }
    guard count > 0 else { return [] }
    counts.connecting += count
    return Array(repeating: .connect(notBefore: backoff.until(now)), count: count)
  }

  /// A tick for the next request in the queue, unless one comes in time anyway.
  private mutating func ticks(_ now: ContinuousClock.Instant) -> [Action] {
    if let nextTick, nextTick <= now + limits.patience { return [] }
    guard var time = fair.firstDeadline else { return [] }
    if fair.leasedCount < limits.size, let end = fair.endOfPatience(after: now) { time = min(time, end) }
    if let nextTick, nextTick <= time { return [] }
    nextTick = time
    return [.tick(at: time)]
  }

  /// Refuses a request that has waited, or would.
  private mutating func refused(_ slot: Int, _ message: String, _ now: ContinuousClock.Instant) -> StatementError {
    counts.poolTimeouts += 1
    return refusal(slot, message, now)
  }

  /// A key without database time left is told so: it is what its requests wait for.
  private mutating func refusal(_ slot: Int?, _ message: String, _ now: ContinuousClock.Instant) -> StatementError {
    guard let slot, let time = fair.timeUntilUsable(slot, now) else {
      return StatementError(.poolTimeout, message: message)
    }
    counts.throttled += 1
    return StatementError(.throttled(retryAfter: Int(min(time.components.seconds, 3600)) + 1), message: message)
  }
}

extension StatementError {
  fileprivate static let shutdown = StatementError(.shutdown, message: "the connection pool is shut down")
}
