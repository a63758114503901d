import SQL

extension Connection {
  /// Runs statements in a transaction of their own, in one round trip.
  ///
  ///     BEGIN; statement; statement; …; COMMIT; Sync
  ///
  /// If a statement fails, PostgreSQL skips all that follows, COMMIT too.
  /// - Parameters:
  ///   - token: with which the reactor can be asked to end it. PostgreSQL is asked to cancel it then, and what that says
  ///     counts: COMMIT may have been faster.
  ///   - finish: called once the connection is free again, usually on the reactor's thread, with the rows of each
  ///     statement, or as `PostgresTransaction.finish` throws.
  func transaction(
    _ list: [Statement], isolation: IsolationLevel, token: Reactor.Token, then finish: @escaping Finish
  ) {
    if list.isEmpty { return finish(.success([])) }
    var isCommitSent = false
    do throws(StatementError) {
      try sendWhole(list, isolation.begin(readOnly: false)) { () throws(StatementError) in
        try sendCommit()
        isCommitSent = true
      }
    } catch {
      return finish(.failure(isCommitSent ? withKnownOutcome(error) : error))
    }
    receive(until: deadline(nil), token: token, keepsRows: true) { [self] result in
      switch result {
      case .success: end(result, then: finish)
      case .failure(let error): Task { end(await outcome(after: error), then: finish) }
      }
    }
  }

  private func end(_ result: Result<[Rows], StatementError>, then finish: @escaping Finish) {
    rollBackIfFailed { [self] in
      endUse()
      finish(result)
    }
  }
}
