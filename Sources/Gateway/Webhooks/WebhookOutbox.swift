package import Postgres
package import SQL

/// The messages to webhooks that wait in the database. Any number of processes may send them at the same time.
package struct WebhookOutbox: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil) {
    self.pool = pool
    self.wakeUp = wakeUp
  }

  /// Claims messages that are due.
  /// - Parameters:
  ///   - most: the greatest number of messages.
  ///   - mostSlow: the greatest number of those of families whose receivers stall.
  ///   - seconds: the lease of the claims. After it, another process takes the messages.
  package func claim(by sender: UUIDValue, most: Int, mostSlow: Int, for seconds: Int) async throws -> [WaitingWebhook] {
    let statement: SQL = """
      SELECT home_id, delivery_id, url, type, data, noted_at, secrets, is_slow FROM claim_webhooks(\(bind: .uuid(sender)), \
      \(bind: .int4(Int32(clamping: most))), \(bind: .int4(Int32(clamping: mostSlow))), \(bind: .int4(Int32(clamping: seconds))))
      """
    let rows = try await pool.transaction([statement.statement], waking: nil)[0]
    return (0..<rows.count).compactMap { WaitingWebhook(rows, $0) }
  }

  /// Records the result of a try.
  /// - Returns: the state of the message then; nil while a change holds the family.
  func finish(_ webhook: WaitingWebhook, by sender: UUIDValue, _ result: WebhookResult) async throws -> WebhookOutcome? {
    let status: SQLValue = result.status.map { .int4(Int32(clamping: $0)) } ?? .null(.int4)
    let problem: SQLValue = result.problem.map { .text($0) } ?? .null(.text)
    let statement: SQL = """
      SELECT finish_webhook(\(bind: .uuid(webhook.family)), \(bind: .uuid(webhook.id)), \(bind: .uuid(sender)), \
      \(bind: status), \(bind: problem), \(bind: .bool(result.isSlow)))
      """
    let rows = try await pool.transaction([statement.statement], waking: wakeUp)[0]
    return rows.text(row: 0, column: 0).flatMap { WebhookOutcome(rawValue: $0) }
  }

  /// The number and the age of the messages that wait.
  func state() async throws -> OutboxState {
    let statement: SQL = "SELECT waiting, later, oldest_seconds FROM webhook_state()"
    return OutboxState(try await pool.snapshot([statement.statement], for: .process)[0])
  }

  /// Removes messages that ended so many days ago.
  func forget(after days: Int, isStopping: @Sendable () -> Bool) async throws {
    _ = try await pool.repeated("forget_webhooks", atOnce: 2_000, Int32(clamping: days), waking: wakeUp, isStopping: isStopping)
  }
}
