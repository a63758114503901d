/// The requests of one key that wait, first come, first served. All wait equally long at most, so that deadlines are in
/// order too.
struct WaiterQueue<Waiter> {
  struct Entry {
    var id: UInt64
    var waiter: Waiter
    var claim: LeaseClaim
    var since: ContinuousClock.Instant
    /// Tells which of two came first.
    var arrival: UInt64
  }

  /// Those before `head` are gone; nil has left out of turn.
  private var entries: [Entry?] = []
  private var head = 0
  private(set) var count = 0

  /// Since when the first one waits.
  var firstSince: ContinuousClock.Instant? { head < entries.count ? entries[head]?.since : nil }

  var firstArrival: UInt64 { head < entries.count ? entries[head]?.arrival ?? .max : .max }

  var firstClaim: LeaseClaim? { head < entries.count ? entries[head]?.claim : nil }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    count += 1
  }

  mutating func popFirst() -> Entry? {
    guard head < entries.count, let entry = entries[head] else { return nil }
    entries[head] = nil
    count -= 1
    skipGone()
    return entry
  }

  mutating func popLast() -> Entry? {
    guard let index = entries[head...].lastIndex(where: { $0 != nil }), let entry = entries[index] else { return nil }
    entries.removeSubrange(index...)
    count -= 1
    skipGone()
    return entry
  }

  mutating func remove(id: UInt64) -> Entry? {
    guard let index = entries[head...].firstIndex(where: { $0?.id == id }), let entry = entries[index] else {
      return nil
    }
    entries[index] = nil
    count -= 1
    skipGone()
    // Those who leave while the first one stays would be kept, and looked at, until it goes.
    if entries.count - head > 2 * count + 64 {
      entries = entries[head...].filter { $0 != nil }
      head = 0
    }
    return entry
  }

  /// Keeps the entry at `head` present, and lets go of those before it.
  private mutating func skipGone() {
    while head < entries.count, entries[head] == nil { head += 1 }
    if head == entries.count {
      // A burst of a key that is remembered for long must not keep its memory.
      entries.removeAll(keepingCapacity: entries.capacity <= 16)
      head = 0
    } else if head > 64, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
    }
  }
}
