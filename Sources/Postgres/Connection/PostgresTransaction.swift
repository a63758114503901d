package import SQL

/// An open transaction. It ends with the closure that it was given to, or before that when it is finished there; after
/// that its methods throw.
package struct PostgresTransaction: Transaction {
  let connection: Connection
  let number: UInt64

  package func run(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    try await connection.run(statements, in: number)
  }

  package func finish(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    try await connection.finish(statements, in: number)
  }

  /// Runs a script of several statements, which must leave the transaction open.
  /// - Throws: the failure of the first statement that failed, with its line in the message.
  package func execute(
    script: String, deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) {
    try await connection.execute(script: script, deadline: deadline, in: number)
  }

  /// Sends rows to `COPY … FROM STDIN`; see `Connection.copy`.
  package func copy(
    into command: String, deadline: ContinuousClock.Instant? = nil, chunks: sending () throws -> [UInt8]?
  ) async throws {
    try await connection.copy(into: command, deadline: deadline, in: number, chunks: chunks)
  }
}
