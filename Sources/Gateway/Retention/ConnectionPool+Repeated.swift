import Domain
import Postgres
import SQL

extension ConnectionPool {
  /// Calls a function of the database, each time in a transaction of its own, until it finds nothing more to do.
  /// - Parameters:
  ///   - function: takes how much one call does, and the others; returns how many rows it has changed.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - isStopping: asked before each transaction.
  /// - Returns: the number of rows that were changed in all.
  func repeated(
    _ function: String, atOnce: Int32, _ others: Int32..., waking wakeUp: WakeUp?, isStopping: @Sendable () -> Bool
  ) async throws -> Int {
    let arguments = ([atOnce] + others).map { "\(bind: .int4($0))" as SQL }.joined(separator: ", ")
    let sql: SQL = "SELECT \(identifier: function)(\(arguments))"
    let statement = sql.statement
    var changed = 0
    while !isStopping() {
      let rows = try await transaction([statement], waking: wakeUp)
      let count = Int(rows[0].int4(row: 0, column: 0) ?? 0)
      if count == 0 { return changed }
      changed += count
    }
    return changed
  }

  /// Runs the statements of a job in a transaction of their own, and wakes those that wait for what they have touched.
  func transaction(_ statements: [Statement], waking wakeUp: WakeUp?) async throws(StatementError) -> [Rows] {
    let results = try await transaction(statements + [Touched.statement], for: .process, isolation: .readCommitted)
    wakeUp?.wake(Touched(results.last))
    return results.dropLast()
  }
}
