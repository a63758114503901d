package import Logging
package import Postgres
import SQL
import Domain
import Synchronization

/// Waits for versions to change, for all streams of this process: one statement for all of them every 250 milliseconds, and none
/// while nothing is watched. Changes of this process are known at once, and those of others when they hint at them.
///
/// A watcher names the stamps that it has read. So a change is found whenever it was committed, also before the watcher began,
/// and hints may be lost, late or wrong.
package final class VersionWatch: Sendable {
  /// How often the database is asked, and how exact deadlines are.
  static let interval = Duration.milliseconds(250)

  package let counts = LiveCounts()
  /// Nil where other processes do not hint.
  private let hints: ChangeHints?
  private let state = Mutex(WatchState())

  package init(hints: ChangeHints? = nil) { self.hints = hints }

  /// How many wait.
  package var count: Int { state.withLock { $0.count } }

  /// Returns once one of the versions has another stamp, at the deadline, or when the task is cancelled.
  /// - Parameter isPast: asked once the wait has begun; true ends it.
  func wait(
    for versions: [WatchedVersion], until deadline: ContinuousClock.Instant?, isPast: () -> Bool
  ) async {
    let id = state.withLock { $0.makeID() }
    let names = hints.map { hints in versions.map { hints.name(of: $0.id) } } ?? []
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = WatchState.Waiter(versions: versions, deadline: deadline, continuation: continuation)
        state.withLock { $0.insert(waiter, id, names: names) }
        // A task that was cancelled before the wait began found no waiter to wake.
        if Task.isCancelled || isPast() { wake([id]) }
      }
    } onCancel: {
      wake([id])
    }
  }

  /// Rows of these families and accounts have changed, or may have.
  func noteChange(of owners: [UUIDValue]) { wake(state.withLock { $0.waiters(of: owners) }) }

  /// Wakes those that a hint of another process names.
  package func hear(_ payloads: [String]) {
    guard let hints else { return }
    let names = payloads.flatMap(hints.names(in:))
    counts.hear(names.count)
    wake(state.withLock { $0.waiters(named: names) })
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

  /// Compares all that is watched with the database, where anything was committed in it since the last time; else those that came
  /// since.
  private func check(_ pool: ConnectionPool) async throws(StatementError) {
    let late = state.withLock { $0.late(.now) }
    wake(late)
    let (comparison, count) = state.withLock { ($0.comparison, $0.count) }
    guard count > 0 else { return }
    let moment = try await compare(comparison.added, pool)
    if moment == comparison.moment, moment != nil {
      state.withLock { $0.note(comparison, at: moment) }
    } else {
      let all = try await compare(state.withLock { $0.versions }, pool)
      state.withLock { $0.note(comparison, at: all) }
    }
  }

  /// Wakes those who have read other versions than the database has.
  /// - Returns: the moment of the comparison.
  private func compare(_ versions: [WatchedVersion], _ pool: ConnectionPool) async throws(StatementError) -> String? {
    let statements = [DatabaseMoment.statement] + (versions.isEmpty ? [] : [WatchedVersion.changes(of: versions)])
    let results = try await pool.snapshot(statements, for: .process)
    if results.count == 2 {
      let rows = results[1]
      let changed = Set((0..<rows.count).compactMap { rows.int4(row: $0, column: 0) }.map { versions[Int($0) - 1] })
      wake(state.withLock { $0.waiters(of: changed) })
    }
    return DatabaseMoment.text(of: results[0])
  }

  private func wake(_ ids: some Collection<UInt64>) {
    let woken = state.withLock { state in
      ids.compactMap { id in state.remove(id) { hints?.name(of: $0) } }
    }
    for waiter in woken { waiter.continuation.resume() }
  }
}
