import SQL

extension Connection {
  typealias Finish = @Sendable (Result<[Rows], StatementError>) -> Void

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
      case .failure(let error) where error.reason == .cancelled:
        Task { end(await cancelAndHear(), then: finish) }
      case .failure(let error) where error.reason == .answerTooLarge:
        Task { end(.failure(await withOutcome(error)), then: finish) }
      case .failure(let error):
        heard = HeardAnswers()
        end(.failure(withKnownOutcome(error)), then: finish)
      }
    }
  }

  private func end(_ result: Result<[Rows], StatementError>, then finish: @escaping Finish) {
    rollBackIfFailed { [self] in
      endUse()
      finish(result)
    }
  }

  /// What comes of a transaction that is asked to end: all of it, or nothing.
  private func cancelAndHear() async -> Result<[Rows], StatementError> {
    var rows: [Rows] = []
    do throws(StatementError) {
      try await cancel(until: .now + ConnectionConfiguration.settleTimeout) { limit throws(StatementError) in
        do throws(StatementError) {
          rows = try await watch.wait(ignoringCancellation: true) { token, resume in
            receive(until: limit, token: token, keepsRows: true, then: resume)
          }.get()
        } catch {
          if error.reason == .timeout, !pipeline.isEmpty { return false }
          throw error
        }
        return true
      }
      return .success(rows)
    } catch {
      heard = HeardAnswers()
      guard error.isOfCancellation else { return .failure(withKnownOutcome(error)) }
      return .failure(StatementError(.cancelled, message: "the task was cancelled"))
    }
  }
}

extension StatementError {
  /// Whether a statement was stopped from outside, by its time or by whoever asked for it.
  fileprivate var isOfCancellation: Bool { reason == .statement(.queryCanceled) || reason == .timeout }
}
