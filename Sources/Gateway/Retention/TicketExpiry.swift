package import Postgres

/// Closes answered tickets to which nobody has written for 14 days. Any number of processes may do so at the same time.
package struct TicketExpiry: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let ticketsAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - ticketsAtOnce: for how many tickets one transaction looks, whose families it locks.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, ticketsAtOnce: Int = 50) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.ticketsAtOnce = Int32(clamping: ticketsAtOnce)
  }

  /// Goes through all that are due.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of tickets.
  @discardableResult
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("close_silent_tickets", atOnce: ticketsAtOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension Job {
  static func tickets(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    let expiry = TicketExpiry(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(600)
    return Job("tickets", failure: "silent tickets could not be closed", retry: interval) { isStopping in
      try await expiry.pass(isStopping: isStopping)
      return interval
    }
  }
}
