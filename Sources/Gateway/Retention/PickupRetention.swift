package import Postgres

/// The end of dismissals and messages of schools that are older than an operator keeps them; of notices to staff, of removed posts and
/// comments, and of what schools keep of families that have left, after 90 days; and of comments, messages of conversations and tickets
/// after 400 days. Any number of processes may forget them at the same time.
package struct PickupRetention: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let days: Int32
  private let familiesAtOnce: Int32
  private let recordsAtOnce: Int32 = 1_000

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - familiesAtOnce: of how many families one transaction forgets rows.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, days: Int, familiesAtOnce: Int = 50) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.days = Int32(clamping: days)
    self.familiesAtOnce = Int32(clamping: familiesAtOnce)
  }

  /// Goes through all families.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of rows that are gone.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    let forgotten = try await pool.repeated("forget_pickups", atOnce: familiesAtOnce, days, waking: wakeUp, isStopping: isStopping)
    let records = try await pool.repeated("forget_pickup_records", atOnce: recordsAtOnce, waking: wakeUp, isStopping: isStopping)
    let content = try await pool.repeated("forget_content", atOnce: recordsAtOnce, waking: wakeUp, isStopping: isStopping)
    return forgotten + records + content
  }
}

extension Job {
  static func pickups(_ pool: ConnectionPool, _ wakeUp: WakeUp, _ options: JobOptions) -> Job {
    let retention = PickupRetention(pool: pool, wakeUp: wakeUp, days: options.pickupDays)
    return Job("pickups", failure: "old dismissals could not be forgotten") { isStopping in
      _ = try await retention.pass(isStopping: isStopping)
      return .day
    }
  }
}
