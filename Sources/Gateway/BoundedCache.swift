import Synchronization

/// The size of a cache, and its counts since it was made.
package struct CacheStatistics: Hashable, Sendable {
  package var count = 0
  package var hits = 0
  package var misses = 0
  /// Entries that went for others.
  package var evictions = 0

  package init(count: Int = 0, hits: Int = 0, misses: Int = 0, evictions: Int = 0) {
    self.count = count
    self.hits = hits
    self.misses = misses
    self.evictions = evictions
  }
}

/// A cache that holds at most so many entries of at most so large a total cost, safe to use from
/// everywhere. When it is full the entries that were not asked for lately go: the second-chance algorithm,
/// in which a hit only sets a mark.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let key: Key
    let value: Value
    let cost: Int
    var wasUsed: Bool
  }

  private struct State {
    var indexByKey: [Key: Int] = [:]
    var entries: [Entry] = []
    /// Where the search for the next entry to go starts.
    var hand = 0
    var cost = 0
    var statistics = CacheStatistics()
  }

  private let maximumCount: Int
  private let maximumCost: Int
  private let state = Mutex(State())

  /// - Parameter maximumCost: in the unit of the costs given to `insert`, such as bytes.
  package init(maximumCount: Int, maximumCost: Int = .max) {
    self.maximumCount = maximumCount
    self.maximumCost = maximumCost
  }

  package var count: Int { state.withLock { $0.entries.count } }

  package var statistics: CacheStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.count = state.entries.count
      return statistics
    }
  }

  package func value(for key: Key) -> Value? { value(for: key, countsMiss: true) }

  /// The same for a repeated look-up before the value is made, which does not count as another miss.
  package func kept(for key: Key) -> Value? { value(for: key, countsMiss: false) }

  private func value(for key: Key, countsMiss: Bool) -> Value? {
    state.withLock { state in
      guard let index = state.indexByKey[key] else {
        if countsMiss { state.statistics.misses += 1 }
        return nil
      }
      state.statistics.hits += 1
      state.entries[index].wasUsed = true
      return state.entries[index].value
    }
  }

  /// Keeps a value, unless it alone costs more than the cache may hold. A value that is already there for
  /// the key stays.
  package func insert(_ value: Value, for key: Key, cost: Int = 0) {
    guard cost <= maximumCost, maximumCount > 0 else { return }
    state.withLock { state in
      guard state.indexByKey[key] == nil else { return }
      while state.entries.count >= maximumCount || state.cost > maximumCost - cost {
        Self.removeOne(from: &state)
      }
      state.indexByKey[key] = state.entries.count
      state.entries.append(Entry(key: key, value: value, cost: cost, wasUsed: false))
      state.cost += cost
    }
  }

  /// Keeps a value in place of the one that is there for the key, if there is one.
  package func replace(_ value: Value, for key: Key, cost: Int = 0) {
    state.withLock { state in
      guard let index = state.indexByKey[key] else { return }
      Self.remove(at: index, from: &state)
    }
    insert(value, for: key, cost: cost)
  }

  /// Takes the next entry out that was not used since the hand came by.
  private static func removeOne(from state: inout State) {
    while true {
      if state.hand >= state.entries.count { state.hand = 0 }
      guard state.entries[state.hand].wasUsed else { break }
      state.entries[state.hand].wasUsed = false
      state.hand += 1
    }
    state.statistics.evictions += 1
    remove(at: state.hand, from: &state)
  }

  /// Takes an entry out; the last one fills its place.
  private static func remove(at index: Int, from state: inout State) {
    let removed = state.entries[index]
    state.indexByKey[removed.key] = nil
    state.cost -= removed.cost
    let last = state.entries.removeLast()
    if index < state.entries.count {
      state.entries[index] = last
      state.indexByKey[last.key] = index
    }
  }
}
