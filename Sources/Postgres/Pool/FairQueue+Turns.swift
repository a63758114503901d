import SQL

/// Chooses the next request to serve.
extension FairQueue {
  /// The expected database time of a request.
  struct Prospect {
    var expected: Duration
    var loadClass: LoadClass
    /// Whether its key has no database time left.
    var isThrottled: Bool

    static var process: Prospect { Prospect(expected: .zero, loadClass: .quick, isThrottled: false) }
  }

  /// A key whose first request may have a connection now.
  struct Turn {
    var slot: Int
    var claim: LeaseClaim
    var prospect: Prospect
  }

  func isThrottled(_ slot: Int, _ now: Instant) -> Bool {
    guard let burst = limits.shares.burst else { return false }
    return accounts[slot].bucket.isEmpty(burst, now)
  }

  /// How long a key without database time left has to wait for some; nil for one that has some.
  func timeUntilUsable(_ slot: Int, _ now: Instant) -> Duration? {
    guard let burst = limits.shares.burst else { return nil }
    let time = accounts[slot].bucket.timeUntilUsable(burst, now)
    return time > .zero ? time : nil
  }

  /// From which expected time on a request is a long one.
  ///
  /// Where long requests keep all processors busy, what reads few rows takes several times as long as it needs. It does not wait for
  /// their places then.
  func longTime(of claim: LeaseClaim) -> Duration {
    claim.isLight ? min(longTime * 4, Self.mostLongTime(limits)) : longTime
  }

  /// By what the plan took the key, where that is remembered. Else by the mean of the plan; where none is known, by that of the key,
  /// and of a throttled key by the greater of both: what is cheap elsewhere may not be there. For a key with many rows a new plan
  /// is a long one, and one that is quick for others is not known. A new plan that is known to read little is quick: a sign-in
  /// does not wait for long requests.
  func prospect(_ slot: Int, _ claim: LeaseClaim, _ now: Instant) -> Prospect {
    if accounts[slot].key.isProcess { return .process }
    let longTime = longTime(of: claim)
    let isThrottled = isThrottled(slot, now)
    if let known = accounts[slot].plans.time(of: claim.times) {
      return Prospect(expected: known, loadClass: known >= longTime ? .long : .quick, isThrottled: isThrottled)
    }
    let meanOfKey = accounts[slot].meanTime ?? .zero
    guard let meanOfPlan = claim.times?.mean else {
      let expected = max(ClippedMean.prior, meanOfKey)
      let isLong = isThrottled || claim.isHeavy || expected >= longTime
      return Prospect(
        expected: expected, loadClass: isLong ? .long : claim.isLight ? .quick : .unknown, isThrottled: isThrottled)
    }
    let expected = isThrottled ? max(meanOfPlan, meanOfKey) : meanOfPlan
    let isLong = expected >= longTime
    return Prospect(
      expected: expected, loadClass: isLong ? .long : claim.isHeavy ? .unknown : .quick, isThrottled: isThrottled)
  }

  /// Whether a request must wait even if a connection is idle, until one of its key or class ends. A key never has more
  /// than the preferred number of connections, so that a flood of its requests finds others free.
  func isBlocked(_ slot: Int, _ claim: LeaseClaim, _ prospect: Prospect) -> Bool {
    if accounts[slot].key.isProcess { return false }
    let shares = limits.shares
    let running = accounts[slot].running
    if running >= limits.preferredSize(for: claim.use) { return true }
    let isKnownForLong = accounts[slot].meanTime.map { $0 >= longTime(of: claim) } ?? false
    let mayUseReserve = running == 0 && prospect.loadClass == .quick && !prospect.isThrottled && !isKnownForLong
    if limits.size - leasedCount <= shares.reserve, !mayUseReserve { return true }
    switch prospect.loadClass {
    // More run for long than may: those who are known for it wait.
    case .quick: return longCount > shares.maxLong && (prospect.isThrottled || isKnownForLong)
    case .unknown: return longCount + classCounts[LoadClass.unknown.rawValue] >= shares.maxUncertain
    case .long where prospect.isThrottled: return running > 0 || longCount >= shares.maxLongOfThrottled
    case .long: return longCount >= shares.maxLong
    }
  }

  /// Whether there are few enough leases for one more. Long ones do not count: those who are quick do not wait for them.
  /// - Parameter since: when the request began to wait; nil for one that comes now.
  func hasRoom(_ claim: LeaseClaim, since: Instant?, _ now: Instant) -> Bool {
    guard leasedCount < limits.size else { return false }
    if leasedCount - longCount < limits.preferredSize(for: claim.use) { return true }
    guard let since else { return false }
    return since + limits.patience <= now
  }

  /// Whether a request that comes now may have an idle connection at once.
  func turn(_ slot: Int, _ claim: LeaseClaim, _ now: Instant) -> Turn? {
    guard accounts[slot].queue.count == 0 else { return nil }
    let prospect = prospect(slot, claim, now)
    guard hasRoom(claim, since: nil, now), !isBlocked(slot, claim, prospect) else { return nil }
    return Turn(slot: slot, claim: claim, prospect: prospect)
  }

  /// The next request to serve: the program itself, then keys below their share, then others, so that no connection
  /// is idle for the sake of shares; of these the one with the lowest start tag, then the one that came first. Nil
  /// while there is no room for that one: no request overtakes it.
  func nextTurn(_ now: Instant) -> Turn? {
    var best: (turn: Turn, order: Order)?
    for slot in waiting {
      // Most keys stand behind the best one so far, whatever their plans take.
      if let best, !lowestOrder(slot).isBefore(best.order) { continue }
      guard let claim = accounts[slot].queue.firstClaim else { continue }
      let prospect = prospect(slot, claim, now)
      if isBlocked(slot, claim, prospect) { continue }
      let order = order(slot, prospect)
      if let best, !order.isBefore(best.order) { continue }
      best = (Turn(slot: slot, claim: claim, prospect: prospect), order)
    }
    guard let turn = best?.turn, hasRoom(turn.claim, since: accounts[turn.slot].queue.firstSince, now) else { return nil }
    return turn
  }

  private struct Order {
    var rank: Int
    var startTag: Duration
    var arrival: UInt64

    func isBefore(_ other: Order) -> Bool {
      (rank, startTag, arrival) < (other.rank, other.startTag, other.arrival)
    }
  }

  private func order(_ slot: Int, _ prospect: Prospect) -> Order {
    var order = lowestOrder(slot)
    // One connection is the whole share of a throttled key.
    if prospect.isThrottled, order.rank == 1, accounts[slot].running > 0 { order.rank = 2 }
    return order
  }

  /// The order of a key that has database time left.
  private func lowestOrder(_ slot: Int) -> Order {
    let rank = accounts[slot].key.isProcess ? 0 : accounts[slot].running < limits.shares.share ? 1 : 2
    return Order(rank: rank, startTag: startTag(slot), arrival: accounts[slot].queue.firstArrival)
  }

  private func startTag(_ slot: Int) -> Duration { max(virtualTime, accounts[slot].finishTag) }

  private var longCount: Int { classCounts[LoadClass.long.rawValue] }

  /// How many connections more could be used now, up to `most`.
  func usableConnections(atMost most: Int, _ now: Instant) -> Int {
    var (count, largestRoom) = (0, 0)
    for slot in waiting where count < most {
      guard let claim = accounts[slot].queue.firstClaim else { continue }
      if isBlocked(slot, claim, prospect(slot, claim, now)) { continue }
      let preferred = limits.preferredSize(for: claim.use)
      let ofKey = accounts[slot].key.isProcess ? .max : preferred - accounts[slot].running
      count += min(accounts[slot].queue.count, ofKey)
      largestRoom = max(largestRoom, preferred - leasedCount + longCount)
    }
    return min(count, largestRoom, most)
  }

  /// The requests that a new one of a key would wait behind: those of its own, and the first ones of other keys that
  /// are served before. Keys that wait for their own or their class's requests to end are not in its way, and no key is
  /// in the program's.
  /// - Parameter slot: nil for a key that is not known.
  /// - Returns: their number, and since when the first of its own waits.
  func requests(before slot: Int?, _ now: Instant) -> (count: Int, since: Instant?) {
    let tag = slot.map { startTag($0) } ?? virtualTime
    var count = slot.map { accounts[$0].queue.count } ?? 0
    let first = slot.flatMap { accounts[$0].queue.firstSince }
    if let slot, accounts[slot].key.isProcess { return (count, first) }
    for other in waiting where other != slot {
      guard startTag(other) <= tag, let claim = accounts[other].queue.firstClaim,
        !isBlocked(other, claim, prospect(other, claim, now))
      else { continue }
      count += 1
    }
    return (count, first)
  }

  /// Whether a request waits for nothing but a connection.
  func isConnectionAwaited(_ now: Instant) -> Bool {
    waiting.contains { slot in
      guard let claim = accounts[slot].queue.firstClaim else { return false }
      return !isBlocked(slot, claim, prospect(slot, claim, now))
    }
  }

  /// When the patience of the first request ends that could have a connection then.
  func endOfPatience(after now: Instant) -> Instant? {
    var earliest: Instant?
    for slot in waiting {
      guard let claim = accounts[slot].queue.firstClaim, let since = accounts[slot].queue.firstSince,
        limits.preferredSize(for: claim.use) < limits.size, since + limits.patience > now,
        !isBlocked(slot, claim, prospect(slot, claim, now))
      else { continue }
      earliest = min(earliest ?? since + limits.patience, since + limits.patience)
    }
    return earliest
  }

  /// When the first request that waits has waited for too long.
  var firstDeadline: Instant? {
    waiting.compactMap { accounts[$0].queue.firstSince }.min().map { $0 + limits.acquisitionTimeout }
  }
}
