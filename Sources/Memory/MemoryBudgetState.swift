/// The holdings of a memory budget, by owner: a value that decides and does nothing itself, so that every order of
/// events can be tested without a client.
///
/// A holding that waits for its client (to take an answer, or to send the rest of a request) can be ended to make room;
/// one that the server works on cannot. The slowest large holding of the heaviest owner ends first, and none is ended for
/// the sake of an owner that holds more than its own.
///
/// Invariants: `held` is the sum of all holdings that are not ended, `leaving` that of those that are ended and not yet
/// released; an owner is known as long as it has a holding.
struct MemoryBudgetState<ID: Hashable> {
  struct Limits {
    var capacity: Int
    /// The part of the capacity that only light owners get, so that heavy ones do not refuse them.
    var reserve: Int
    /// The most bytes that a light owner holds.
    var lightShare: Int
    /// By how much the capacity may be passed while what was ended is not yet released.
    var overdraft: Int

    init(capacity: Int) {
      self.capacity = capacity
      reserve = capacity / 8
      lightShare = capacity / 48
      overdraft = capacity / 8
    }
  }

  private struct Holding {
    let owner: MemoryOwner
    var bytes = 0
    /// Since when it waits for its client; nil while the server works on it.
    var waitingSince: ContinuousClock.Instant?
    /// The bytes that the client has taken or sent since then.
    var moved = 0
    var isEnded = false
  }

  private struct Party {
    var bytes = 0
    var ids: Set<ID> = []
  }

  let limits: Limits
  private(set) var statistics: MemoryStatistics
  private(set) var leaving = 0
  private var holdings: [ID: Holding] = [:]
  private var parties: [MemoryOwner: Party] = [:]

  init(limits: Limits) {
    self.limits = limits
    statistics = MemoryStatistics(capacity: limits.capacity)
  }

  var held: Int { statistics.held }
  var isEmpty: Bool { holdings.isEmpty && parties.isEmpty && held == 0 && leaving == 0 }

  /// Has a holding that the server works on hold so many bytes in all, if there is room, or room can be made.
  /// - Returns: whether there was, and the holdings to end.
  mutating func hold(
    _ id: ID, of owner: MemoryOwner, bytes: Int, now: ContinuousClock.Instant
  ) -> (isGranted: Bool, ended: [ID]) {
    let current = holdings[id]
    if current?.isEnded == true { return (false, []) }
    let more = bytes - (current?.bytes ?? 0)
    var ended: [ID] = []
    if more > 0 {
      let total = (parties[owner]?.bytes ?? 0) + more
      let limit = limit(forTotal: total)
      while held + more > limit, let victim = victim(for: owner, holding: total, now) { end(victim, &ended) }
      if held + more > limit || held + leaving + more > limits.capacity + limits.overdraft {
        statistics.refusals += 1
        return (false, ended)
      }
    }
    set(id, owner, bytes)
    holdings[id]?.waitingSince = nil
    return (true, ended)
  }

  /// Notes that a holding waits for its client, with bytes that are there already.
  /// - Returns: the holdings to end, which may be this one.
  mutating func wait(_ id: ID, of owner: MemoryOwner, bytes: Int, now: ContinuousClock.Instant) -> [ID] {
    if holdings[id]?.isEnded == true { return [] }
    set(id, owner, bytes)
    if holdings[id]?.waitingSince == nil {
      holdings[id]?.waitingSince = now
      holdings[id]?.moved = 0
    }
    var ended: [ID] = []
    let limit = limit(forTotal: parties[owner]?.bytes ?? 0)
    while held > limit, let victim = victim(for: owner, holding: 0, now) { end(victim, &ended) }
    return ended
  }

  /// The most bytes that were held since the last call.
  mutating func takeMostHeld() -> Int {
    defer { statistics.mostHeld = statistics.held }
    return statistics.mostHeld
  }

  /// The client has taken or sent more bytes.
  mutating func move(_ id: ID, _ bytes: Int) { holdings[id]?.moved += bytes }

  mutating func release(_ id: ID) {
    guard let holding = holdings.removeValue(forKey: id) else { return }
    if holding.isEnded {
      leaving -= holding.bytes
    } else {
      take(id, holding.bytes, from: holding.owner)
    }
  }

  private func limit(forTotal bytes: Int) -> Int {
    bytes <= limits.lightShare ? limits.capacity : limits.capacity - limits.reserve
  }

  private mutating func set(_ id: ID, _ owner: MemoryOwner, _ bytes: Int) {
    let more = bytes - (holdings[id]?.bytes ?? 0)
    holdings[id, default: Holding(owner: owner)].bytes = bytes
    parties[owner, default: Party()].bytes += more
    parties[owner, default: Party()].ids.insert(id)
    statistics.held += more
    statistics.mostHeld = max(statistics.mostHeld, statistics.held)
  }

  private mutating func take(_ id: ID, _ bytes: Int, from owner: MemoryOwner) {
    statistics.held -= bytes
    parties[owner]?.bytes -= bytes
    parties[owner]?.ids.remove(id)
    if parties[owner]?.ids.isEmpty == true { parties[owner] = nil }
  }

  private mutating func end(_ id: ID, _ ended: inout [ID]) {
    guard let holding = holdings[id] else { return }
    take(id, holding.bytes, from: holding.owner)
    leaving += holding.bytes
    holdings[id]?.isEnded = true
    statistics.ended += 1
    ended.append(id)
  }

  /// The slowest of the heaviest owner that has one to end, for the sake of an owner that then holds so many bytes. Only
  /// holdings of at least half the size of its largest one count: ending a small one makes no room, and a request whose
  /// head has just come has no speed yet.
  private func victim(for owner: MemoryOwner, holding total: Int, _ now: ContinuousClock.Instant) -> ID? {
    let heaviest = parties.filter { ($0 == owner || $1.bytes >= total) && $1.ids.contains(where: isWaiting) }
      .max { $0.value.bytes < $1.value.bytes }
    let waiting = heaviest?.value.ids.filter(isWaiting) ?? []
    let most = waiting.compactMap { holdings[$0]?.bytes }.max() ?? 0
    return waiting.filter { 2 * (holdings[$0]?.bytes ?? 0) >= most }.min { speed(of: $0, now) < speed(of: $1, now) }
  }

  private func isWaiting(_ id: ID) -> Bool { holdings[id]?.waitingSince != nil && holdings[id]?.bytes != 0 }

  /// The speed in bytes a second. The longest-waiting of the holdings that have moved nothing is the slowest.
  private func speed(of id: ID, _ now: ContinuousClock.Instant) -> Double {
    guard let holding = holdings[id], let since = holding.waitingSince else { return .infinity }
    let time = since.duration(to: now) / .seconds(1)
    return (Double(holding.moved) + 1) / max(time, 1e-9)
  }
}
