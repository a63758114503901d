/// First come, first served. All wait equally long at most, so that deadlines are in order too.
struct WaiterQueue<Waiter, Use> {
  private struct Entry {
    var id: UInt64
    var waiter: Waiter
    var use: Use
    var deadline: ContinuousClock.Instant
  }

  /// Those before `head` are gone; nil has left out of turn.
  private var entries: [Entry?] = []
  private var head = 0
  private(set) var count = 0

  var firstDeadline: ContinuousClock.Instant? { head < entries.count ? entries[head]?.deadline : nil }

  /// What the first one waits for a connection for.
  var firstUse: Use? { head < entries.count ? entries[head]?.use : nil }

  mutating func append(_ waiter: Waiter, for use: Use, id: UInt64, deadline: ContinuousClock.Instant) {
    entries.append(Entry(id: id, waiter: waiter, use: use, deadline: deadline))
    count += 1
  }

  mutating func popFirst() -> Waiter? {
    guard head < entries.count, let entry = entries[head] else { return nil }
    entries[head] = nil
    count -= 1
    skipGone()
    return entry.waiter
  }

  mutating func popFirst(dueBy now: ContinuousClock.Instant) -> Waiter? {
    guard let deadline = firstDeadline, deadline <= now else { return nil }
    return popFirst()
  }

  mutating func remove(id: UInt64) -> Waiter? {
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
    return entry.waiter
  }

  /// Keeps the entry at `head` present, and lets go of those before it.
  private mutating func skipGone() {
    while head < entries.count, entries[head] == nil { head += 1 }
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
    }
  }
}
