package import Postgres
import SQL

/// The end of dismissals that are open when their school day ends. What is read says `EXPIRED` before a pass has come to them. Any
/// number of processes may end them at the same time.
package struct DismissalExpiry: Sendable {
  private let pool: ConnectionPool
  private let dismissalsAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - dismissalsAtOnce: of how many dismissals one transaction takes the families.
  package init(pool: ConnectionPool, dismissalsAtOnce: Int = 200) {
    self.pool = pool
    self.dismissalsAtOnce = Int32(clamping: dismissalsAtOnce)
  }

  /// Goes through all that is open.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: how many dismissals have expired.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    var expired = 0
    while !isStopping() {
      let sql: SQL = "SELECT expire_dismissals(\(bind: .int4(dismissalsAtOnce)))"
      let statement = sql.statement
      let rows = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
        try await transaction.run([statement])
      }
      let count = Int(rows[0].int4(row: 0, column: 0) ?? 0)
      if count == 0 { return expired }
      expired += count
    }
    return expired
  }
}
