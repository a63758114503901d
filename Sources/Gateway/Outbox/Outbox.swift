package import Mail
package import Postgres
package import SQL
package import Domain

/// The messages that wait in the database: see migrations/0048_outbox.sql. Any number of processes may send them at the same time.
package struct Outbox: Sendable {
  private let pool: ConnectionPool

  /// - Parameter pool: of the role `hatched_worker`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// Whether there is a message to send.
  package func isDue(_ channel: MessageChannel) async throws -> Bool {
    let sql: SQL = "SELECT message_is_due(\(bind: .text(channel.rawValue)))"
    let rows = try await pool.snapshot([sql.statement], for: .process)[0]
    return rows.withCell(row: 0, column: 0) { $0.first == 1 }
  }

  /// Says what came of a message, and takes the next one, in one transaction and round trip.
  /// - Parameters:
  ///   - sender: who sends one message after the other.
  ///   - finished: what came of the message before.
  ///   - channel: of the next one; nil for none.
  ///   - seconds: the number of seconds for which the claim holds. After that, others treat the outcome of the message
  ///     as unknown.
  /// - Returns: the state of the finished message, nil if it is not the sender's any more; and the next message.
  package func exchange(
    by sender: UUIDValue, _ finished: FinishedMessage?, next channel: MessageChannel?, for seconds: Int
  ) async throws -> (state: String?, next: WaitingMessage?) {
    var statements: [Statement] = []
    if let finished {
      let sql: SQL = """
        SELECT finish_message(\(bind: .uuid(sender)), \(bind: .uuid(finished.id)), \(bind: .text(finished.outcome.name)), \
        \(bind: finished.outcome.reply.map { .int4(Int32(clamping: $0)) } ?? .null(.int4)))
        """
      statements.append(sql.statement)
    }
    if let channel {
      let sql: SQL = """
        SELECT id, channel, address, kind, locale, arguments, code_id, attempts, created_at FROM claim_message(\
        \(bind: .uuid(sender)), \(bind: .text(channel.rawValue)), \(bind: .int4(Int32(clamping: seconds))))
        """
      statements.append(sql.statement)
    }
    if statements.isEmpty { return (nil, nil) }
    let all = statements
    let results = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run(all)
    }
    return (
      finished == nil ? nil : results[0].text(row: 0, column: 0),
      channel == nil ? nil : results.last.flatMap { WaitingMessage($0) }
    )
  }

  /// Gives up messages that were abandoned or have expired, and deletes messages that ended long ago.
  /// - Parameter days: the number of days for which ended messages are kept.
  package func giveUp(keeping days: Int) async throws -> [GivenUpMessage] {
    let sql: SQL = "SELECT id, kind, state FROM give_up_messages(500, \(bind: .int4(Int32(clamping: days))))"
    let statement = sql.statement
    let rows = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run([statement])[0]
    }
    return (0..<rows.count).compactMap { GivenUpMessage(rows, $0) }
  }

  /// The number of messages that wait, and the seconds since the oldest was made; 0 where none does.
  package func state() async throws -> (waiting: Int, oldestSeconds: Int) {
    let rows = try await pool.snapshot([Statement(text: "SELECT waiting, oldest_seconds FROM outbox_state()")], for: .process)[0]
    return (Int(rows.int4(row: 0, column: 0) ?? 0), Int(rows.int4(row: 0, column: 1) ?? 0))
  }
}

/// A message whose sending has ended, for this time.
package struct FinishedMessage: Sendable {
  package enum Outcome: Sendable {
    case delivery(DeliveryOutcome)
    /// It was not tried.
    case released

    fileprivate var name: String {
      switch self {
      case .delivery(.sent): "SENT"
      case .delivery(.refused): "REFUSED"
      case .delivery(.failed): "FAILED"
      case .delivery(.unknown): "UNKNOWN"
      case .released: "RELEASED"
      }
    }

    /// The status of the server.
    fileprivate var reply: Int? {
      switch self {
      case .delivery(.refused(let code)), .delivery(.failed(let code, _)): code == 0 ? nil : code
      case .delivery(.sent), .delivery(.unknown), .released: nil
      }
    }
  }

  package let id: UUIDValue
  package let outcome: Outcome

  package init(id: UUIDValue, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// A message that was given up without a try.
package struct GivenUpMessage: Sendable {
  package let id: UUIDValue
  package let kind: String
  /// Else it has expired.
  package let isUnknown: Bool

  init?(_ rows: Rows, _ row: Int) {
    guard let id = rows.uuid(row: row, column: 0), let kind = rows.text(row: row, column: 1) else { return nil }
    self.id = id
    self.kind = kind
    isUnknown = rows.text(row: row, column: 2) == "UNKNOWN"
  }
}
