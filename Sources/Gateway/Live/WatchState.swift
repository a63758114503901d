import SQL
import School

/// The waiters of a `VersionWatch`, and how far they were compared with the database.
struct WatchState {
  struct Waiter {
    let versions: [WatchedVersion]
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<Void, Never>
    /// Its place among all that came, set when it is inserted.
    fileprivate(set) var arrival: UInt64 = 0

    init(versions: [WatchedVersion], deadline: ContinuousClock.Instant?, continuation: CheckedContinuation<Void, Never>) {
      self.versions = versions
      self.deadline = deadline
      self.continuation = continuation
    }
  }

  /// The versions to compare next.
  struct Comparison {
    /// Of the waiters that came since the last comparison.
    let added: [WatchedVersion]
    /// The last waiter that it covers, by arrival.
    let lastArrival: UInt64
    /// The moment of the last comparison of all; nil before the first.
    let moment: String?
  }

  private var waiters: [UInt64: Waiter] = [:]
  /// By the families and accounts whose versions they watch.
  private var byOwner: [UUIDValue: Set<UInt64>] = [:]
  /// The families and accounts by their names in hints.
  private var owners: [UInt64: UUIDValue] = [:]
  private var nextID: UInt64 = 0
  private var arrivals: UInt64 = 0
  /// The last waiter that was compared, by arrival.
  private var lastCompared: UInt64 = 0
  private var moment: String?

  var count: Int { waiters.count }

  mutating func makeID() -> UInt64 {
    nextID += 1
    return nextID
  }

  /// - Parameter names: those of the owners of its versions in hints, in the same order; empty where nobody hints.
  mutating func insert(_ waiter: Waiter, _ id: UInt64, names: [UInt64]) {
    arrivals += 1
    var waiter = waiter
    waiter.arrival = arrivals
    waiters[id] = waiter
    for version in waiter.versions { byOwner[version.id, default: []].insert(id) }
    for (name, version) in zip(names, waiter.versions) { owners[name] = version.id }
  }

  mutating func remove(_ id: UInt64, _ name: (UUIDValue) -> UInt64?) -> Waiter? {
    guard let waiter = waiters.removeValue(forKey: id) else { return nil }
    for version in waiter.versions {
      byOwner[version.id]?.remove(id)
      guard byOwner[version.id]?.isEmpty == true else { continue }
      byOwner[version.id] = nil
      if let name = name(version.id) { owners[name] = nil }
    }
    return waiter
  }

  func waiters(of owners: some Sequence<UUIDValue>) -> Set<UInt64> {
    owners.reduce(into: []) { $0.formUnion(byOwner[$1] ?? []) }
  }

  func waiters(named names: some Sequence<UInt64>) -> Set<UInt64> { waiters(of: names.compactMap { owners[$0] }) }

  /// Those that read one of these versions.
  func waiters(of versions: Set<WatchedVersion>) -> Set<UInt64> {
    waiters(of: versions.map(\.id)).filter { id in waiters[id]?.versions.contains(where: versions.contains) ?? false }
  }

  func late(_ now: ContinuousClock.Instant) -> [UInt64] {
    waiters.filter { $0.value.deadline.map { $0 <= now } ?? false }.map(\.key)
  }

  var comparison: Comparison {
    let added = waiters.values.lazy.filter { $0.arrival > lastCompared }
    return Comparison(
      added: Array(added.reduce(into: Set()) { $0.formUnion($1.versions) }), lastArrival: arrivals, moment: moment)
  }

  var versions: [WatchedVersion] { Array(waiters.values.reduce(into: Set()) { $0.formUnion($1.versions) }) }

  /// The waiters of a comparison read what the database has at that moment, but for those that it woke.
  mutating func note(_ comparison: Comparison, at moment: String?) {
    lastCompared = comparison.lastArrival
    self.moment = moment
  }
}
