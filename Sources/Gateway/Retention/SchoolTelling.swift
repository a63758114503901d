package import Postgres
import SQL

/// Tells families of the urgent announcements and the new events of their schools, once. Any number of processes may do so at the
/// same time: each takes another telling.
package struct SchoolTelling: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let familiesAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - familiesAtOnce: how many families one transaction tells, and locks.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, familiesAtOnce: Int = 50) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.familiesAtOnce = Int32(clamping: familiesAtOnce)
  }

  /// Goes through all that is due.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of families, counted once more for the end of each telling.
  @discardableResult
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("tell_school", atOnce: familiesAtOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension Job {
  static func announcements(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    let telling = SchoolTelling(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(2)
    return Job("announcements", failure: "families have not been told of urgent announcements", retry: interval) { isStopping in
      try await telling.pass(isStopping: isStopping)
      return interval
    }
  }
}
