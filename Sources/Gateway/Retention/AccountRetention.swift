import Logging
package import Postgres
import SQL

/// The end of accounts that registered with an address, never confirmed it, and belong to no family. Any number of processes may
/// remove them at the same time.
package struct AccountRetention: Sendable {
  /// The result of one pass.
  package struct Result: Hashable, Sendable {
    /// The number of accounts that the pass removed.
    package var forgotten = 0
    /// Whether the pass ended at its bound, before the last account.
    package var isBounded = false
  }

  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let days: Int32
  private let accountsAtOnce: Int32
  private let mostForgotten: Int

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - days: the number of days for which an account stays after it registered or last signed in.
  ///   - accountsAtOnce: the number of accounts that one transaction looks at.
  ///   - mostForgotten: a pass that has removed as many accounts ends after its transaction.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, days: Int, accountsAtOnce: Int = 200, mostForgotten: Int = 10_000) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.days = Int32(clamping: days)
    self.accountsAtOnce = Int32(clamping: accountsAtOnce)
    self.mostForgotten = mostForgotten
  }

  /// Goes through all accounts that have an address which is not confirmed.
  /// - Parameter isStopping: asked before each transaction.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Result {
    var result = Result()
    var last: UUIDValue?
    repeat {
      if isStopping() { return result }
      if result.forgotten >= mostForgotten {
        result.isBounded = true
        return result
      }
      let sql: SQL = """
        SELECT last, forgotten FROM forget_unconfirmed_accounts(\(bind: last.map { .uuid($0) } ?? .null(.uuid)), \
        \(bind: .int4(accountsAtOnce)), \(bind: .int4(days)))
        """
      let statement = sql.statement
      let rows = try await pool.transaction([statement], waking: wakeUp)
      last = rows[0].uuid(row: 0, column: 0)
      result.forgotten += Int(rows[0].int4(row: 0, column: 1) ?? 0)
    } while last != nil
    return result
  }
}

extension Job {
  static func accounts(_ pool: ConnectionPool, _ wakeUp: WakeUp, _ options: JobOptions, _ logger: Logger) -> Job {
    let retention = AccountRetention(pool: pool, wakeUp: wakeUp, days: options.unconfirmedAccountDays)
    return Job("accounts", failure: "accounts that never confirmed an address could not be removed") { isStopping in
      let result = try await retention.pass(isStopping: isStopping)
      if result.forgotten > 0 {
        logger.notice(
          "removed accounts that never confirmed an address",
          metadata: ["accounts": .stringConvertible(result.forgotten)])
      }
      // After a flood of registrations more accounts may be left.
      return result.isBounded ? .seconds(3600) : .day
    }
  }
}
