package import SQL

extension ConnectionPool {
  /// Runs statements in one read-only snapshot, in one round trip; see `Connection.snapshot`.
  ///
  /// A connection may break unnoticed while it is idle, and its prepared statements may have gone stale. The
  /// statements are then sent once more on another: they only read.
  package func snapshot(
    _ statements: [Statement], deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) -> [Rows] {
    let connection = try await lease()
    do {
      return try await snapshot(statements, deadline, on: connection)
    } catch {
      guard error.makesConnectionStale || error.reason == .connection else { throw error }
    }
    return try await snapshot(statements, deadline, on: lease())
  }

  private func snapshot(
    _ statements: [Statement], _ deadline: ContinuousClock.Instant?, on connection: Connection
  ) async throws(StatementError) -> [Rows] {
    do {
      let rows = try await connection.snapshot(statements, deadline: deadline)
      release(connection, isFit: true)
      return rows
    } catch {
      if error.makesConnectionStale { release(connection, isFit: false) } else { takeBack(connection) }
      throw error
    }
  }

  /// Runs `body` in a transaction; see `Connection.withTransaction`. It is not repeated.
  package nonisolated(nonsending) func withTransaction<Result>(
    isolation: IsolationLevel = .repeatableRead, readOnly: Bool = false,
    _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    try await withConnection { connection in
      try await connection.withTransaction(isolation: isolation, readOnly: readOnly, body)
    }
  }

  /// Lends a connection for as long as `body` runs. Session settings that it changes stay changed.
  /// - Throws: what `body` throws, or why there is no connection.
  package nonisolated(nonsending) func withConnection<Result>(
    _ body: nonisolated(nonsending) (Connection) async throws -> Result
  ) async throws -> Result {
    let connection = try await lease()
    do {
      let result = try await body(connection)
      takeBack(connection)
      return result
    } catch {
      takeBack(connection)
      throw error
    }
  }
}

extension StatementError {
  /// Whether a prepared statement no longer fits the database, which changed since it was prepared: "cached
  /// plan must not change result type", or it is gone. Only a new connection prepares it anew.
  fileprivate var makesConnectionStale: Bool {
    reason == .statement(.featureNotSupported) || reason == .statement(.invalidStatementName)
  }
}
