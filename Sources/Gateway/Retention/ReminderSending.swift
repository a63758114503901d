package import Postgres

/// Sends the reminders that are due. Any number of processes may do so at the same time: each takes other families.
package struct ReminderSending: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let familiesAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - familiesAtOnce: of how many families one transaction sends, which it locks.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, familiesAtOnce: Int = 200) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.familiesAtOnce = Int32(clamping: familiesAtOnce)
  }

  /// Goes through all that are due.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of reminders that it looked at.
  @discardableResult
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("send_reminders", atOnce: familiesAtOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension Job {
  static func reminders(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    let sending = ReminderSending(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(2)
    return Job("reminders", failure: "reminders could not be sent", retry: interval) { isStopping in
      try await sending.pass(isStopping: isStopping)
      return interval
    }
  }
}
