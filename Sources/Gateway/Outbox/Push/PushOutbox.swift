package import Postgres
package import Push
package import SQL
import Domain

/// The pushes that wait in the database: see migrations/0058_push.sql. Any number of processes may send them at the same time.
package struct PushOutbox: Sendable {
  private let pool: ConnectionPool

  /// - Parameter pool: of the role `hatched_worker`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// Says what came of pushes, and takes others, in one transaction and round trip.
  /// - Parameters:
  ///   - sender: who sends them.
  ///   - finished: those that have ended.
  ///   - services: those of the pushes to take.
  ///   - most: how many to take.
  ///   - seconds: the number of seconds for which the claims hold. After that, others treat the outcome of the pushes
  ///     as unknown.
  ///   - held: those that the sender has besides and has not ended.
  /// - Returns: the states of the finished pushes by their ids, without those that are not the sender's any more; and the others.
  package func exchange(
    by sender: UUIDValue, _ finished: [FinishedPush], next services: [PushService], most: Int, for seconds: Int, held: [UUIDValue]
  ) async throws -> (states: [UUIDValue: String], next: [WaitingPush]) {
    var statements: [Statement] = []
    // A device that goes is removed under its family's lock, which a change may have for long.
    if finished.contains(where: { $0.result == .gone }) { statements.append(LockOrder.timeoutStatement) }
    if finished.contains(where: { $0.result == .gone }) {
      let sql: SQL = """
        SELECT 1 FROM forget_staff_devices(\(bind: .uuid(sender)), \(bind: .literal(try FinishedPush.json(finished), .jsonb)))
        """
      statements.append(sql.statement)
    }
    if !finished.isEmpty {
      let sql: SQL = """
        SELECT id, state FROM finish_pushes(\(bind: .uuid(sender)), \(bind: .literal(try FinishedPush.json(finished), .jsonb)))
        """
      statements.append(sql.statement)
    }
    let finishes = statements.count
    if most > 0 {
      let sql: SQL = """
        SELECT \(WaitingPush.columns) FROM claim_pushes(\(bind: .uuid(sender)), \
        \(bind: .textArray(services.map(\.platform))), \(bind: .int4(Int32(clamping: most))), \
        \(bind: .int4(Int32(clamping: seconds))), \(bind: .uuidArray(held)))
        """
      statements.append(sql.statement)
    }
    if statements.isEmpty { return ([:], []) }
    let all = statements
    let results = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run(all)
    }
    var states: [UUIDValue: String] = [:]
    if !finished.isEmpty {
      let rows = results[finishes - 1]
      for row in 0..<rows.count {
        if let id = rows.uuid(row: row, column: 0) { states[id] = rows.text(row: row, column: 1) }
      }
    }
    guard most > 0, let rows = results.last else { return (states, []) }
    return (states, (0..<rows.count).compactMap { WaitingPush(rows, $0) })
  }

  /// Gives up pushes that were abandoned or have expired, and deletes pushes that ended long ago.
  /// - Parameter days: the number of days for which unsent pushes are kept.
  package func giveUp(keeping days: Int) async throws -> [GivenUpMessage] {
    let sql: SQL = "SELECT id, kind, state FROM give_up_pushes(500, \(bind: .int4(Int32(clamping: days))))"
    let statement = sql.statement
    let rows = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run([statement])[0]
    }
    return (0..<rows.count).compactMap { GivenUpMessage(rows, $0) }
  }

  /// The number of pushes that wait, the number of them that wait for a later moment, and the number of seconds for
  /// which the oldest of the others has been due.
  package func state() async throws -> PushOutboxState {
    let statement = Statement(text: "SELECT waiting, later, oldest_seconds FROM push_state()")
    let rows = try await pool.snapshot([statement], for: .process)[0]
    func number(_ column: Int) -> Int { Int(rows.int4(row: 0, column: column) ?? 0) }
    return PushOutboxState(waiting: number(0), later: number(1), oldestSeconds: number(2))
  }

  /// A device by its id; nil if there is none.
  package func device(_ id: UUIDValue) async throws -> (service: PushService, token: String)? {
    let sql: SQL = "SELECT platform, token FROM push_device(\(bind: .uuid(id)))"
    let rows = try await pool.snapshot([sql.statement], for: .process)[0]
    guard rows.count > 0, let service = rows.text(row: 0, column: 0).flatMap({ PushService(platform: $0) }),
      let token = rows.text(row: 0, column: 1)
    else { return nil }
    return (service, token)
  }
}

/// The number of the pushes that are not sent.
package struct PushOutboxState: Equatable, Sendable {
  package let waiting: Int
  package let later: Int
  package let oldestSeconds: Int

  package init(waiting: Int, later: Int, oldestSeconds: Int) {
    self.waiting = waiting
    self.later = later
    self.oldestSeconds = oldestSeconds
  }
}
