/// Work that waits, by key. Keys take turns, in the order in which they came, and none has two pieces of work at a time.
struct KeyTurns<Key: Hashable, Work> {
  struct Turn {
    let key: Key
    let work: Work
  }

  /// The work that waits, in order, by each key that waits or has a turn.
  private var waiting: [Key: [Work]] = [:]
  /// The keys whose turn comes, in order: those that wait and have no turn.
  private var order: [Key] = []

  /// - Returns: whether the key's turn comes now, and not after one that it has.
  mutating func add(_ work: Work, of key: Key) -> Bool {
    if waiting[key]?.append(work) != nil { return false }
    waiting[key] = [work]
    order.append(key)
    return true
  }

  mutating func next() -> Turn? {
    guard !order.isEmpty else { return nil }
    let key = order.removeFirst()
    guard let work = waiting[key]?.removeFirst() else { return nil }
    return Turn(key: key, work: work)
  }

  /// Ends the turn of a key.
  /// - Returns: whether it waits for another one.
  mutating func end(_ key: Key) -> Bool {
    guard waiting[key]?.isEmpty == false else {
      waiting[key] = nil
      return false
    }
    order.append(key)
    return true
  }
}

extension KeyTurns.Turn: Sendable where Key: Sendable, Work: Sendable {}
