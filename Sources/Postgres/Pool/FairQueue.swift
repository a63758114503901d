import SQL

/// The keys that lease connections or wait for one, and their turns: fair queueing by measured database time, in the
/// order of start tags (Goyal, Vin, Cheng 1996), with the virtual time of weighted fair queueing (Demers, Keshav, Shenker
/// 1989).
///
/// Each request has a start tag: the finish tag of its key's previous request, or the virtual time if that is later. The
/// lowest start tag is served first. A finish tag is the start tag plus the database time of the request: the expected one
/// when it starts, the elapsed one while it runs for longer, the measured one when it ends. So a key that waits is served
/// before one that had its share, whatever each of them asks for.
///
/// The virtual time advances by the database time of all leases, divided by the number of active keys, which wait or lease:
/// by the share of a key that always waits. It is never before the start tag of a request that was served. With start tags
/// alone, each of thousands of keys that send a request now and then would wait for its second one until all others had had
/// their first.
///
/// The same time is taken from the key's bucket. A key whose bucket is empty is throttled: others are served first, and
/// it has one long request under way.
struct FairQueue<Waiter> {
  typealias Instant = ContinuousClock.Instant

  private struct Lease {
    let slot: Int
    let start: Instant
    let claim: LeaseClaim
    let expected: Duration
    /// The database time charged so far.
    var charged: Duration
    /// The time taken from the bucket beyond the expected one.
    var taken = Duration.zero
    /// The database time by which the lease has advanced the virtual time.
    var served = Duration.zero
    var loadClass: LoadClass
  }

  let limits: PoolLimits
  private(set) var accounts: [LoadAccount<Waiter>] = []
  private var slots: [LoadKey: Int] = [:]
  private var leases: [Lease?] = []
  private var freeTickets: [LeaseTicket] = []
  /// The slots of the keys that wait, in no order.
  private(set) var waiting: [Int] = []
  private(set) var waitingCount = 0
  private(set) var leasedCount = 0
  /// How many leases there are by class.
  private(set) var classCounts = [Int](repeating: 0, count: LoadClass.allCases.count)
  private(set) var virtualTime = Duration.zero
  /// How many keys wait or lease, without the program itself.
  private var activeCount: Int64 = 0
  /// How long leases took so far, by kind of key.
  private(set) var databaseTime = [Duration](repeating: .zero, count: LoadKey.Kind.count)
  /// How long a request takes, of those of keys that have database time left.
  private var typicalTime = ClippedMean() {
    didSet { longTime = Self.longTime(limits, typicalTime.duration) }
  }
  /// From which time on a request is a long one.
  private(set) var longTime: Duration
  /// The number of the last request that waits: it tells which of two came first.
  private var lastArrival: UInt64 = 0
  /// When the leases were last looked through for time to charge.
  private var lastAccrued: Instant?
  /// Where the search for a key to forget starts.
  private var hand = 0

  init(limits: PoolLimits) {
    self.limits = limits
    longTime = Self.longTime(limits, typicalTime.duration)
  }

  // MARK: Keys

  var keyCount: Int { accounts.count }

  /// How many keys have no database time left.
  func throttledCount(_ now: Instant) -> Int { accounts.indices.count(where: { isThrottled($0, now) }) }

  func knownSlot(of key: LoadKey) -> Int? { slots[key] }

  /// The slot of a key, which is remembered from now on. It stays the key's while that waits or leases.
  mutating func slot(of key: LoadKey, _ now: Instant) -> Int {
    if let known = slots[key] { return known }
    let account = LoadAccount<Waiter>(key, now)
    if accounts.count < limits.shares.maxKeys {
      slots[key] = accounts.count
      accounts.append(account)
      return accounts.count - 1
    }
    let slot = slotToForget(now)
    slots[accounts[slot].key] = nil
    slots[key] = slot
    accounts[slot] = account
    return slot
  }

  /// The first idle key with a full bucket next to the hand; if there is none, the one with the most left.
  private mutating func slotToForget(_ now: Instant) -> Int {
    var fullest: Int?
    for step in accounts.indices {
      if step >= 16, fullest != nil { break }
      let slot = (hand + step) % accounts.count
      guard accounts[slot].isIdle else { continue }
      if let best = fullest, !accounts[slot].bucket.isFuller(than: accounts[best].bucket) { continue }
      fullest = slot
      if accounts[slot].bucket.isFull(now) { break }
    }
    // There are more slots than requests that wait or run.
    let slot = fullest!
    hand = (slot + 1) % accounts.count
    return slot
  }

  // MARK: Leases

  mutating func start(_ slot: Int, _ claim: LeaseClaim, _ prospect: Prospect, _ now: Instant) -> LeaseTicket {
    let lease = Lease(
      slot: slot, start: now, claim: claim, expected: prospect.expected, charged: prospect.expected, loadClass: prospect.loadClass)
    if !accounts[slot].key.isProcess {
      virtualTime = max(virtualTime, accounts[slot].finishTag)
      accounts[slot].finishTag = virtualTime
      charge(slot, prospect.expected, now)
    }
    activate(slot)
    accounts[slot].running += 1
    leasedCount += 1
    classCounts[lease.loadClass.rawValue] += 1
    if let ticket = freeTickets.popLast() {
      leases[ticket.index] = lease
      return ticket
    }
    leases.append(lease)
    return LeaseTicket(index: leases.count - 1)
  }

  /// Where all take long, since the database or its disk is far away, none is a long one for that.
  private static func longTime(_ limits: PoolLimits, _ typical: Duration) -> Duration {
    let least = limits.shares.longTime
    return min(max(least, typical * 4), mostLongTime(limits))
  }

  static func mostLongTime(_ limits: PoolLimits) -> Duration { limits.shares.longTime * 10 }

  /// Charges the time of a complete lease, and what it was longer or shorter than expected tells of the next ones. The time
  /// of an incomplete one tells nothing, unless it is longer than expected: a client that hangs up at once must not make its
  /// requests seem quick. A lost one costs what was expected of it, however long the outage was.
  mutating func end(_ ticket: LeaseTicket, as end: LeaseEnd = .complete, _ now: Instant) {
    // A ticket is used once.
    let lease = leases[ticket.index]!
    leases[ticket.index] = nil
    freeTickets.append(ticket)
    let time = lease.start.duration(to: now)
    if !accounts[lease.slot].key.isProcess { advance(by: time - lease.served) }
    let kind = Int(accounts[lease.slot].key.kind.rawValue)
    databaseTime[kind] += time
    leasedCount -= 1
    classCounts[lease.loadClass.rawValue] -= 1
    accounts[lease.slot].running -= 1
    deactivate(lease.slot)
    guard !accounts[lease.slot].key.isProcess else { return }
    if end == .lost {
      accounts[lease.slot].finishTag -= lease.charged - lease.expected
      if let burst = limits.shares.burst { accounts[lease.slot].bucket.take(.zero - lease.taken, burst, now) }
      return
    }
    if end == .complete || time > lease.charged {
      lease.claim.times?.note(time)
      // How long requests take is not for a key to say that has used more than its share.
      if !isThrottled(lease.slot, now) { typicalTime.note(time) }
      accounts[lease.slot].note(time)
      accounts[lease.slot].plans.note(
        time, of: lease.claim.times, isWorthKeeping: lease.claim.isHeavy || time >= longTime(of: lease.claim))
    }
    charge(lease.slot, time - lease.charged, now)
  }

  /// Charges the time that requests have run beyond what was expected, and finds the long ones among them; at most once a
  /// millisecond, as the end of a lease charges the rest of its time.
  mutating func accrue(_ now: Instant) {
    if let lastAccrued, now - lastAccrued < .milliseconds(1) { return }
    lastAccrued = now
    let longTime = longTime
    var served = Duration.zero
    for index in leases.indices {
      guard let lease = leases[index] else { continue }
      let elapsed = lease.start.duration(to: now)
      if !accounts[lease.slot].key.isProcess { served += elapsed - lease.served }
      leases[index]?.served = elapsed
      if lease.loadClass != .long, elapsed >= longTime {
        classCounts[lease.loadClass.rawValue] -= 1
        classCounts[LoadClass.long.rawValue] += 1
        leases[index]?.loadClass = .long
      }
      guard elapsed > lease.charged else { continue }
      leases[index]?.charged = elapsed
      guard !accounts[lease.slot].key.isProcess else { continue }
      let taken = charge(lease.slot, elapsed - lease.charged, now)
      leases[index]?.taken += taken
    }
    advance(by: served)
  }

  private mutating func advance(by served: Duration) {
    virtualTime += .nanoseconds(served.wholeNanoseconds / max(1, activeCount))
  }

  /// Counts a key that is about to wait or to lease.
  private mutating func activate(_ slot: Int) { if accounts[slot].isIdle { activeCount += 1 } }

  /// Stops counting a key that neither waits nor leases any more.
  private mutating func deactivate(_ slot: Int) { if accounts[slot].isIdle { activeCount -= 1 } }

  /// - Returns: the time that was taken from the key's bucket.
  @discardableResult
  private mutating func charge(_ slot: Int, _ time: Duration, _ now: Instant) -> Duration {
    accounts[slot].finishTag += time
    guard let burst = limits.shares.burst else { return .zero }
    return accounts[slot].bucket.take(time, burst, now)
  }

  // MARK: Waiters

  mutating func append(_ waiter: Waiter, _ claim: LeaseClaim, id: UInt64, slot: Int, _ now: Instant) {
    lastArrival += 1
    activate(slot)
    accounts[slot].queue.append(.init(id: id, waiter: waiter, claim: claim, since: now, arrival: lastArrival))
    waitingCount += 1
    if accounts[slot].waitingIndex == nil {
      accounts[slot].waitingIndex = waiting.count
      waiting.append(slot)
    }
  }

  /// - Parameter take: takes one out of a key's queue.
  mutating func remove(
    from slot: Int, _ take: (inout WaiterQueue<Waiter>) -> WaiterQueue<Waiter>.Entry?
  ) -> WaiterQueue<Waiter>.Entry? {
    guard let entry = take(&accounts[slot].queue) else { return nil }
    waitingCount -= 1
    deactivate(slot)
    if accounts[slot].queue.count == 0, let index = accounts[slot].waitingIndex {
      accounts[slot].waitingIndex = nil
      let last = waiting.removeLast()
      if index < waiting.count {
        waiting[index] = last
        accounts[last].waitingIndex = index
      }
    }
    return entry
  }

  mutating func remove(id: UInt64) -> Waiter? {
    for slot in waiting {
      if let entry = remove(from: slot, { $0.remove(id: id) }) { return entry.waiter }
    }
    return nil
  }

  /// The key with the most requests that wait.
  var longestQueue: Int? { waiting.max { accounts[$0].queue.count < accounts[$1].queue.count } }
}
