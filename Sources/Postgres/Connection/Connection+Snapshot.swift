package import SQL

extension Connection {
  private static let begin = IsolationLevel.repeatableRead.begin(readOnly: true)

  /// Runs statements in one read-only snapshot, in one round trip.
  ///
  ///     BEGIN … READ ONLY; statement; statement; …; COMMIT; Sync
  ///
  /// There is one Sync, since libpq sends what it has at each. If a statement fails, PostgreSQL skips all that
  /// follows, COMMIT too: then a second round trip rolls back, and the connection is idle either way.
  /// - Parameter deadline: nil for the configuration's statement timeout.
  /// - Returns: the rows of each statement.
  /// - Throws: the failure of the first statement that failed; `.timeout`; `.connection`.
  package func snapshot(
    _ list: [Statement], deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) -> [Rows] {
    try await watch.wait(ignoringCancellation: false) { token, resume in
      snapshot(list, deadline: deadline, token: token, then: resume)
    }.get()
  }

  /// The same without a task: `finish` is called once the connection is free again, usually on the reactor's thread.
  /// - Parameter token: with which the reactor can be asked to end the wait.
  func snapshot(
    _ list: [Statement], deadline: ContinuousClock.Instant?, token: Reactor.Token, then finish: @escaping Finish
  ) {
    if list.isEmpty { return finish(.success([])) }
    do throws(StatementError) {
      try sendWhole(list, Self.begin) { () throws(StatementError) in
        try sendCommand("COMMIT")
        try sendEvictions()
      }
    } catch {
      return finish(.failure(error))
    }
    receive(until: self.deadline(deadline), token: token) { [self] result in
      rollBackIfFailed { [self] in
        endUse()
        finish(result)
      }
    }
  }

  /// Ends the transaction of a request of which a statement failed. If that fails, too, the connection is not idle.
  func rollBackIfFailed(then finish: @escaping @Sendable () -> Void) {
    guard !isLost, pipeline.isEmpty, handle.transactionStatus == .inFailedTransaction else { return finish() }
    do throws(StatementError) {
      try sendCommand("ROLLBACK")
      try sendSync()
      countRoundTrip()
    } catch {
      return finish()
    }
    let limit = ContinuousClock.now + ConnectionConfiguration.settleTimeout
    receive(until: limit, token: watch.makeToken()) { _ in finish() }
  }

  /// Claims the connection and sends a whole transaction.
  /// - Parameter sendEnd: sends its COMMIT.
  func sendWhole(
    _ list: [Statement], _ begin: String, _ sendEnd: () throws(StatementError) -> Void
  ) throws(StatementError) {
    for (index, statement) in list.enumerated() { try statement.check(index: index) }
    try beginUseOutsideTransaction()
    do throws(StatementError) {
      statements.beginBatch()
      try sendCommand(begin)
      if let settings = configuration.settingsStatement { try send(settings, as: .command) }
      for (index, statement) in list.enumerated() { try send(statement, as: .statement(index: index)) }
      try sendEnd()
      try sendSync()
      countRoundTrip()
    } catch {
      endUse()
      throw error
    }
  }
}
