package import Logging
package import Postgres
import SQL
import School
import Synchronization

/// Waits for versions to change, for all streams of this process: one statement for all of them every 250 milliseconds, and none
/// while nothing is watched. A change that this process makes is known at once.
///
/// A watcher says which stamps it has read. So a change is found whenever it was committed, also before the watcher began.
package final class VersionWatch: Sendable {
  /// How often the database is asked, and how exact deadlines are.
  static let interval = Duration.milliseconds(250)

  private struct Waiter {
    let versions: [WatchedVersion]
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    /// By the families and accounts whose versions they watch.
    var byOwner: [UUIDValue: Set<UInt64>] = [:]
    var nextID: UInt64 = 0

    mutating func insert(_ waiter: Waiter, _ id: UInt64) {
      waiters[id] = waiter
      for version in waiter.versions { byOwner[version.id, default: []].insert(id) }
    }

    mutating func remove(_ id: UInt64) -> Waiter? {
      guard let waiter = waiters.removeValue(forKey: id) else { return nil }
      for version in waiter.versions {
        byOwner[version.id]?.remove(id)
        if byOwner[version.id]?.isEmpty == true { byOwner[version.id] = nil }
      }
      return waiter
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// How many wait.
  package var count: Int { state.withLock { $0.waiters.count } }

  /// Returns once one of the versions has another stamp, at the deadline, or when the task is cancelled.
  /// - Parameter isPast: asked once the wait has begun; true ends it.
  func wait(
    for versions: [WatchedVersion], until deadline: ContinuousClock.Instant?, isPast: () -> Bool
  ) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(versions: versions, deadline: deadline, continuation: continuation)
        state.withLock { $0.insert(waiter, id) }
        // A task that was cancelled before the wait began had nobody to wake.
        if Task.isCancelled || isPast() { wake([id]) }
      }
    } onCancel: {
      wake([id])
    }
  }

  /// This process has committed a change of the viewer's, or may have.
  func noteChange(by viewer: Viewer) {
    guard case .account(let account) = viewer else { return }
    let ids = state.withLock { state in
      [account.accountID, account.membership?.familyID].reduce(into: Set<UInt64>()) { ids, owner in
        if let owner { ids.formUnion(state.byOwner[owner] ?? []) }
      }
    }
    wake(ids)
  }

  /// Asks the database for changes until the task is cancelled. While it cannot be asked, watchers wait.
  package func run(_ pool: ConnectionPool, logger: Logger) async {
    var isFailing = false
    while (try? await Task.sleep(for: Self.interval)) != nil {
      do throws(StatementError) {
        try await check(pool)
        isFailing = false
      } catch {
        if !isFailing { logger.error("live queries cannot be told of changes now", metadata: ["why": "\(error.message)"]) }
        isFailing = true
      }
    }
  }

  private func check(_ pool: ConnectionPool) async throws(StatementError) {
    let now = ContinuousClock.now
    let (late, versions) = state.withLock { state in
      (
        state.waiters.filter { $0.value.deadline.map { $0 <= now } ?? false }.map(\.key),
        Array(state.waiters.values.reduce(into: Set<WatchedVersion>()) { $0.formUnion($1.versions) })
      )
    }
    wake(late)
    guard !versions.isEmpty else { return }
    let rows = try await pool.snapshot([WatchedVersion.changes(of: versions)], for: .process)[0]
    let changed = Set((0..<rows.count).compactMap { rows.int4(row: $0, column: 0) }.map { versions[Int($0) - 1] })
    guard !changed.isEmpty else { return }
    wake(
      state.withLock { state in
        changed.reduce(into: Set<UInt64>()) { ids, version in
          ids.formUnion((state.byOwner[version.id] ?? []).filter { state.waiters[$0]?.versions.contains(version) ?? false })
        }
      })
  }

  private func wake(_ ids: some Collection<UInt64>) {
    let woken = state.withLock { state in ids.compactMap { state.remove($0) } }
    for waiter in woken { waiter.continuation.resume() }
  }
}
