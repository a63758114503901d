import SQL

extension Connection {
  /// Runs statements in a transaction of their own, in one round trip.
  ///
  ///     BEGIN; statement; statement; …; COMMIT; Sync
  ///
  /// If a statement fails, PostgreSQL skips all that follows, COMMIT too.
  /// - Parameter finish: called once the connection is free again, usually on the reactor's thread, with the rows of each
  ///   statement, or as `PostgresTransaction.finish` throws. Nothing ends the wait before that.
  func transaction(
    _ list: [Statement], isolation: IsolationLevel,
    then finish: @escaping @Sendable (Result<[Rows], StatementError>) -> Void
  ) {
    if list.isEmpty { return finish(.success([])) }
    do throws(StatementError) {
      try sendWhole(list, isolation.begin(readOnly: false)) { () throws(StatementError) in try sendCommit() }
    } catch {
      return finish(.failure(error))
    }
    receive(until: deadline(nil), token: watch.makeToken()) { [self] result in
      guard case .failure(let error) = result else {
        endUse()
        return finish(result)
      }
      guard error.reason == .answerTooLarge else { return end(withKnownOutcome(error), then: finish) }
      // That takes a while.
      Task { end(await withOutcome(error), then: finish) }
    }
  }

  private func end(
    _ error: StatementError, then finish: @escaping @Sendable (Result<[Rows], StatementError>) -> Void
  ) {
    rollBackIfFailed { [self] in
      endUse()
      finish(.failure(error))
    }
  }
}
