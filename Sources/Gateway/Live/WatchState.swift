import SQL
import Domain

/// The waiters of a `VersionWatch`, and how far they were compared with the database.
struct WatchState {
  struct Waiter {
    let versions: [WatchedVersion]
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<Void, Never>
  }

  /// The versions to compare next.
  struct Comparison {
    /// The versions of waiters that came since the last comparison.
    let added: [WatchedVersion]
    fileprivate let uncompared: Set<UInt64>
    /// The moment of the last comparison of all; nil before the first.
    let moment: String?
  }

  private var waiters: [UInt64: Waiter] = [:]
  /// By the families and accounts whose versions they watch.
  private var byOwner: [UUIDValue: Set<UInt64>] = [:]
  /// The families and accounts by their names in hints.
  private var owners: [UInt64: UUIDValue] = [:]
  /// The waiters that have not been compared.
  private var uncompared: Set<UInt64> = []
  /// The waiters by the step in which they are late, which avoids a scan of all waiters each time.
  private var byStep: [Int64: Set<UInt64>] = [:]
  private let start = ContinuousClock.now
  private var nextID: UInt64 = 0
  private var moment: String?

  var count: Int { waiters.count }

  mutating func makeID() -> UInt64 {
    nextID += 1
    return nextID
  }

  /// - Parameter names: those of the owners of its versions in hints, in the same order; empty where there are no
  ///   hints.
  mutating func insert(_ waiter: Waiter, _ id: UInt64, names: [UInt64]) {
    waiters[id] = waiter
    uncompared.insert(id)
    if let step = waiter.deadline.map(step(until:)) { byStep[step, default: []].insert(id) }
    for version in waiter.versions { byOwner[version.id, default: []].insert(id) }
    for (name, version) in zip(names, waiter.versions) { owners[name] = version.id }
  }

  mutating func remove(_ id: UInt64, _ name: (UUIDValue) -> UInt64?) -> Waiter? {
    guard let waiter = waiters.removeValue(forKey: id) else { return nil }
    uncompared.remove(id)
    if let step = waiter.deadline.map(step(until:)) {
      byStep[step]?.remove(id)
      if byStep[step]?.isEmpty == true { byStep[step] = nil }
    }
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

  /// The waiters whose deadlines have come, at most a step ago.
  func late(_ now: ContinuousClock.Instant) -> [UInt64] {
    // The step that `now` is within has not come.
    let next = step(until: now)
    return byStep.keys.filter { $0 < next }.flatMap { byStep[$0] ?? [] }
  }

  /// The number of steps of a tenth of a second until a moment. A step that has begun counts.
  private func step(until moment: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = start.duration(to: moment).components
    return seconds * 10 + attoseconds / 100_000_000_000_000_000 + 1
  }

  var comparison: Comparison {
    let added = uncompared.reduce(into: Set()) { $0.formUnion(waiters[$1]?.versions ?? []) }
    return Comparison(added: Array(added), uncompared: uncompared, moment: moment)
  }

  var versions: [WatchedVersion] { Array(waiters.values.reduce(into: Set()) { $0.formUnion($1.versions) }) }

  /// The waiters of a comparison read what the database has at that moment, but for those that it woke.
  mutating func note(_ comparison: Comparison, at moment: String?) {
    uncompared.subtract(comparison.uncompared)
    self.moment = moment
  }
}
