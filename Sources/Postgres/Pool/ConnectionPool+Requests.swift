package import Memory
package import SQL

extension ConnectionPool {
  /// Runs statements in one read-only snapshot, in one round trip; see `Connection.snapshot`.
  ///
  /// A connection may break unnoticed while it is idle, and its prepared statements may have gone stale. The
  /// statements are then sent once more on another: they only read.
  /// - Parameter memory: holds what the rows take; nil to count nothing. So it is for the others.
  package func snapshot(
    _ statements: [Statement], for load: Load, memory: MemoryReservation? = nil,
    deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) -> [Rows] {
    do throws(StatementError) {
      return try await attemptSnapshot(statements, load, memory, deadline)
    } catch {
      guard error.makesConnectionStale || error.reason == .connection else { throw error }
    }
    return try await attemptSnapshot(statements, load, memory, deadline)
  }

  private func attemptSnapshot(
    _ statements: [Statement], _ load: Load, _ memory: MemoryReservation?, _ deadline: ContinuousClock.Instant?
  ) async throws(StatementError) -> [Rows] {
    try await once(load, memory) { connection, token, finish in
      connection.snapshot(statements, deadline: deadline, token: token, then: finish)
    }
  }

  /// Runs statements in a transaction of their own, in one round trip. It is not repeated.
  /// - Returns: the rows of each statement.
  /// - Throws: as `PostgresTransaction.finish`, or why there is no connection; `.cancelled` when the task is cancelled
  ///   before COMMIT has taken effect.
  package func transaction(
    _ statements: [Statement], for load: Load, memory: MemoryReservation? = nil,
    isolation: IsolationLevel = .repeatableRead
  ) async throws(StatementError) -> [Rows] {
    try await once(load, memory) { connection, token, finish in
      connection.transaction(statements, isolation: isolation, token: token, then: finish)
    }
  }

  /// Sends what has one round trip. The task is suspended once, from here until the rows are there: the statements are
  /// sent where a connection comes free.
  /// - Parameter send: is given the connection, the token with which the wait for its answers can be ended, and what to
  ///   call then.
  private func once(
    _ load: Load, _ memory: MemoryReservation?,
    _ send: @escaping @Sendable (Connection, Reactor.Token, @escaping Connection.Finish) -> Void
  ) async throws(StatementError) -> [Rows] {
    let cancellation = Cancellation(token: reactor.makeToken())
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(load, memory, send, cancellation) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancellation.request()
      cancel(cancellation)
    }.get()
  }

  private func start(
    _ load: Load, _ memory: MemoryReservation?,
    _ send: @escaping @Sendable (Connection, Reactor.Token, @escaping Connection.Finish) -> Void,
    _ cancellation: Cancellation, then finish: @escaping Connection.Finish
  ) {
    lease(
      for: { [self] lease in
        switch lease {
        case .failure(let error): finish(.failure(error))
        case .success(let lease):
          // Statements already sent may take effect before PostgreSQL receives the cancel request.
          if cancellation.isRequested {
            release(lease, isFit: true, as: .incomplete)
            return finish(.failure(StatementError(.cancelled, message: "the task was cancelled")))
          }
          let connection = lease.connection
          connection.memory = memory
          send(connection, cancellation.token) { [self] result in
            connection.memory = nil
            var isComplete = true
            if case .failure(let error) = result {
              isComplete = false
              if error.reason == .timeout { return takeBack(lease, after: error) { finish(.failure($0)) } }
            }
            // Not as fit whatever the result is: an encrypted connection that was cancelled is not reused.
            takeBack(lease, isComplete: isComplete)
            finish(result)
          }
          if cancellation.isRequested { cancel(cancellation) }
        }
      }, .once, load, id: cancellation.token)
    if cancellation.isRequested { cancel(cancellation) }
  }

  /// Takes back a connection whose statements took too long together. PostgreSQL is asked to stop: if it does, it was they
  /// that took the time; if it does not answer either, it or the network is to blame.
  private func takeBack(
    _ lease: LeasedConnection, after error: StatementError, then finish: @escaping @Sendable (StatementError) -> Void
  ) {
    Task {
      let isIdle = await lease.connection.settle()
      let isResponsive = lease.connection.isResponsive
      release(lease, isFit: isIdle, as: isResponsive ? .incomplete : .lost)
      guard isResponsive, let timeout = configuration.statementTimeout else { return finish(error) }
      finish(StatementError(.statementTimeout(timeout), message: "the statements took too long together"))
    }
  }

  /// Ends whichever wait of a request is under way.
  private func cancel(_ cancellation: Cancellation) {
    cancel(cancellation.token)
    reactor.cancel(cancellation.token)
  }

  /// Runs `body` in a transaction; see `Connection.withTransaction`. It is not repeated.
  package nonisolated(nonsending) func withTransaction<Result>(
    for load: Load, memory: MemoryReservation? = nil, isolation: IsolationLevel = .repeatableRead,
    readOnly: Bool = false, _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    try await withConnection(for: load) { connection in
      connection.memory = memory
      defer { connection.memory = nil }
      return try await connection.withTransaction(isolation: isolation, readOnly: readOnly, body)
    }
  }

  /// Lends a connection for as long as `body` runs. Session settings that it changes stay changed.
  /// - Throws: the error that `body` throws, or the reason why there is no connection.
  package nonisolated(nonsending) func withConnection<Result>(
    for load: Load,
    _ body: nonisolated(nonsending) (Connection) async throws -> Result
  ) async throws -> Result {
    let lease = try await lease(load)
    do {
      let result = try await body(lease.connection)
      takeBack(lease, isComplete: true)
      return result
    } catch {
      takeBack(lease, isComplete: false)
      throw error
    }
  }
}
