import Postgres
package import SQL
package import Domain

/// The functions of migrations/0048_outbox.sql.
extension WaitingMessage: OutboxMessage {
  package init?(_ rows: Rows, _ row: Int) {
    guard let id = rows.uuid(row: row, column: 0),
      let channel = rows.text(row: row, column: 1).flatMap({ MessageChannel(rawValue: $0) }),
      let address = rows.text(row: row, column: 2), let kind = rows.text(row: row, column: 3),
      let locale = rows.text(row: row, column: 4), let arguments = rows.text(row: row, column: 5),
      let createdAt = rows.int8(row: row, column: 8)
    else { return nil }
    self.init(
      id: id, channel: channel, address: address, kind: kind, locale: locale, arguments: arguments,
      code: rows.uuid(row: row, column: 6), attempts: Int(rows.int4(row: row, column: 7) ?? 0),
      createdAt: createdAt)
  }

  /// Claims one message: `most` is 1.
  package static func claim(
    by sender: UUIDValue, _ channel: MessageChannel, most: Int, for seconds: Int, held: [UUIDValue]
  ) -> SQL {
    """
    SELECT id, channel, address, kind, locale, arguments, code_id, attempts, created_at FROM claim_message(\
    \(bind: .uuid(sender)), \(bind: .text(channel.rawValue)), \(bind: .int4(Int32(clamping: seconds))))
    """
  }

  package static func finish(_ finished: [FinishedMessage], by sender: UUIDValue) -> [SQL] {
    finished.map { message in
      let reply = message.outcome.reply.map { SQLValue.int4(Int32(clamping: $0)) } ?? .null(.int4)
      return """
      SELECT \(bind: .uuid(message.id)), finish_message(\(bind: .uuid(sender)), \(bind: .uuid(message.id)), \
      \(bind: .text(message.outcome.name)), \(bind: reply))
      """
    }
  }

  package static func giveUp(keeping days: Int) -> SQL {
    "SELECT id, kind, state FROM give_up_messages(500, \(bind: .int4(Int32(clamping: days))))"
  }

  package static var state: SQL { "SELECT waiting, 0, oldest_seconds FROM outbox_state()" }

  package func outcome(of finished: FinishedMessage, state: String?) -> MessageState? {
    state.flatMap { MessageState(rawValue: $0) }
  }
}

extension Outbox<WaitingMessage> {
  /// Whether a message of a channel is due.
  package func isDue(_ channel: MessageChannel) async throws -> Bool {
    let sql: SQL = "SELECT message_is_due(\(bind: .text(channel.rawValue)))"
    let rows = try await pool.snapshot([sql.statement], for: .process)[0]
    return rows.withCell(row: 0, column: 0) { $0.first == 1 }
  }
}

/// The state of a message after a try, as `finish_message` returns it.
package enum MessageState: String, Sendable {
  case sent = "SENT"
  case failed = "FAILED"
  case unknown = "UNKNOWN"
  /// The message waits for another try.
  case waiting = "WAITING"
}
