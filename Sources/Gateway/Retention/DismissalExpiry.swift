package import Postgres
import SQL

/// The end of dismissals that are open when their school day ends. Reads show `EXPIRED` even before a pass has ended
/// them. Any number of processes may end them at the same time.
package struct DismissalExpiry: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let dismissalsAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - dismissalsAtOnce: of how many dismissals one transaction takes the families.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, dismissalsAtOnce: Int = 200) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.dismissalsAtOnce = Int32(clamping: dismissalsAtOnce)
  }

  /// Goes through all that is open and has to end.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of dismissals that have expired.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("expire_dismissals", atOnce: dismissalsAtOnce, waking: wakeUp, isStopping: isStopping)
  }

  /// Tells staff and parents of the students who are still waiting when their school's hours for pickup have ended.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of dismissals.
  package func tell(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("notify_left_waiting", atOnce: dismissalsAtOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension Job {
  static func dismissals(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    let expiry = DismissalExpiry(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(60)
    return Job("dismissals", failure: "dismissals of days that have ended are still open", retry: interval) {
      isStopping in
      _ = try await expiry.tell(isStopping: isStopping)
      _ = try await expiry.pass(isStopping: isStopping)
      return interval
    }
  }
}
