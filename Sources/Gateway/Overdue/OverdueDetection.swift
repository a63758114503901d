package import Logging
package import Postgres
package import SQL
import Domain

/// Looks for overdue assignments in every family, each in a scoped transaction of its own. Any number of processes
/// may do so at the same time: each hour of each family is checked once.
package struct OverdueDetection: Sendable {
  /// The result of one pass over the families.
  package struct Result: Hashable, Sendable {
    /// The number of families that this process checked; others were checked before, or by others.
    package var checked = 0
    /// The number of members that were told, counted once for each assignment.
    package var notifications = 0
    /// The number of families that could not be checked: the next pass tries them again.
    package var failures = 0
    /// From the end of the pass until the next hour begins, by the database's clock; 0 when it has begun.
    package var secondsToNextHour: Int
  }

  /// So many failures one after the other are not the families' own: the rest is left to the next pass.
  private static let patience = 10

  private let pool: ConnectionPool
  private let wakeUp: WakeUp?

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil) {
    self.pool = pool
    self.wakeUp = wakeUp
  }

  /// Checks every family that was not checked in this hour.
  /// - Parameters:
  ///   - hour: another hour than the running one, in seconds since 1970.
  ///   - isStopping: asked before each family.
  /// - Throws: `StatementError` when the families are not known.
  package func pass(
    hour: Int64? = nil, logger: Logger, isStopping: () -> Bool = { false }
  ) async throws(StatementError) -> Result {
    let start = ContinuousClock.now
    let rows = try await pool.snapshot([OverdueCheck.families], for: .process)[0]
    guard let currentHour = rows.text(row: 0, column: 0).flatMap({ Int64($0) }), let rest = rows.int4(row: 0, column: 1)
    else { throw StatementError(.statement(.dataException), message: "the current hour is not a number") }
    let hour = hour ?? currentHour
    var result = Result(secondsToNextHour: Int(rest))
    let process = UUIDValue.random()
    var failuresInARow = 0
    // Each process in an order of its own, so that they do not wait for each other from family to family.
    for row in (0..<rows.count).shuffled() {
      if isStopping() { break }
      // Null if there is no family yet.
      guard let family = rows.uuid(row: row, column: 2) else { continue }
      do {
        let check = OverdueCheck(of: family, hour: hour, by: process)
        let rows = try await pool.transaction(check.statements, waking: wakeUp)
        let notified = OverdueCheck.notifications(in: rows)
        failuresInARow = 0
        guard let notified else { continue }
        result.checked += 1
        result.notifications += notified
      } catch {
        result.failures += 1
        logger.error(
          "a family was not checked for overdue assignments", metadata: ["family": "\(family)", "why": "\(error)"])
        failuresInARow += 1
        if failuresInARow == Self.patience {
          logger.error("the other families are left to the next look for overdue assignments")
          break
        }
      }
    }
    let elapsed = Int(start.duration(to: .now).components.seconds)
    result.secondsToNextHour = max(0, result.secondsToNextHour - elapsed)
    return result
  }
}

extension SQLState {
  fileprivate static let dataException = SQLState(rawValue: "22000")
}
