package import Postgres
package import SQL

/// The messages of one kind that wait in the database. Any number of processes may send them at the same time.
package struct Outbox<Message: OutboxMessage>: Sendable {
  let pool: ConnectionPool

  /// - Parameter pool: of the role `hatched_worker`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// Records the results of messages, and claims others, in one transaction and round trip.
  /// - Parameters:
  ///   - sender: the holder of the claims.
  ///   - finished: the messages whose tries have ended.
  ///   - selection: the messages that the sender may claim.
  ///   - most: the greatest number of messages to claim.
  ///   - seconds: the lease of the claims. After it, `giveUp` treats the messages as lost.
  ///   - held: the messages that the sender has claimed and not finished.
  /// - Returns: the states of the finished messages by their ids, without those that the sender does not hold any more; and
  ///   the claimed messages.
  package func exchange(
    by sender: UUIDValue, _ finished: [Message.Finished], next selection: Message.Selection, most: Int,
    for seconds: Int, held: [UUIDValue]
  ) async throws -> (states: [UUIDValue: String], next: [Message]) {
    let preparation = try Message.preparation(for: finished, by: sender)
    let finishes = try finished.isEmpty ? [] : Message.finish(finished, by: sender).map(\.statement)
    let claims = most > 0 ? [Message.claim(by: sender, selection, most: most, for: seconds, held: held).statement] : []
    let statements = preparation + finishes + claims
    if statements.isEmpty { return ([:], []) }
    let results = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run(statements)
    }
    var states: [UUIDValue: String] = [:]
    for rows in results[preparation.count..<preparation.count + finishes.count] {
      for row in 0..<rows.count {
        if let id = rows.uuid(row: row, column: 0) { states[id] = rows.text(row: row, column: 1) }
      }
    }
    guard !claims.isEmpty, let rows = results.last else { return (states, []) }
    return (states, (0..<rows.count).compactMap { Message(rows, $0) })
  }

  /// Gives up claims that have run out and messages that have expired, and removes messages that ended long ago.
  /// - Parameter days: how long messages are kept that have ended.
  package func giveUp(keeping days: Int) async throws -> [GivenUpMessage] {
    let statement = Message.giveUp(keeping: days).statement
    let rows = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
      try await transaction.run([statement])[0]
    }
    return (0..<rows.count).compactMap { GivenUpMessage(rows, $0) }
  }

  /// The number and the age of the messages that wait.
  package func state() async throws -> OutboxState {
    OutboxState(try await pool.snapshot([Message.state.statement], for: .process)[0])
  }
}
