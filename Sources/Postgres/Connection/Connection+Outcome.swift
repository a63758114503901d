import SQL

/// Determines the outcome of a transaction whose COMMIT was sent, where not all answers arrived.
extension Connection {
  /// Asks PostgreSQL to stop what it still does for a transaction, and hears what it says of that: COMMIT may have been
  /// faster.
  /// - Parameter error: the reason why the answers were not read to the end.
  /// - Returns: the rows of each statement if all were run, and COMMIT; else the failure, as `PostgresTransaction.finish`
  ///   throws it.
  func outcome(after error: StatementError) async -> Result<[Rows], StatementError> {
    switch error.reason {
    case .cancelled where isUnanswered, .timeout where isUnanswered: return await stopAndHear(because: error)
    case .answerTooLarge, .outOfMemory:
      try? await cancelAndDrain(until: .now + ConnectionConfiguration.settleTimeout)
      var error = withKnownOutcome(error)
      error.isCommitted = hasCommitted
      return .failure(error)
    default:
      heard = HeardAnswers()
      return .failure(withKnownOutcome(error))
    }
  }

  /// A failure where PostgreSQL has nothing to say any more.
  func withKnownOutcome(_ error: StatementError) -> StatementError {
    pipeline.isEmpty || isCommitExcluded ? error : Self.lostCommit(error)
  }

  private var isUnanswered: Bool { !isLost && !pipeline.isEmpty }

  private func stopAndHear(because reason: StatementError) async -> Result<[Rows], StatementError> {
    var rows: [Rows] = []
    do throws(StatementError) {
      try await cancel(until: .now + ConnectionConfiguration.settleTimeout) { limit throws(StatementError) in
        do throws(StatementError) {
          rows = try await hearOn(until: limit)
        } catch {
          if error.reason == .timeout, isUnanswered { return false }
          throw error
        }
        return true
      }
      return .success(rows)
    } catch {
      heard = HeardAnswers()
      return error.isOfCancellation ? .failure(stopped(reason)) : await outcome(after: error)
    }
  }

  /// Asks PostgreSQL to stop statements that take too long together, and discards their answers.
  /// - Returns: `.statementTimeout` where PostgreSQL did stop: it was the statements that took the time.
  func stop(because reason: StatementError) async -> StatementError {
    do throws(StatementError) {
      try await cancelAndDrain(until: .now + ConnectionConfiguration.settleTimeout)
    } catch {
      return reason
    }
    return stopped(reason)
  }

  /// PostgreSQL heeded the request to stop: if that was for the time, its statements took it.
  private func stopped(_ reason: StatementError) -> StatementError {
    guard reason.reason == .timeout, let timeout = configuration.statementTimeout else { return reason }
    return StatementError(.statementTimeout(timeout), message: "the statements took too long together")
  }

  /// Hears answers, and keeps what was heard when the time is over before all is.
  func hearOn(until limit: ContinuousClock.Instant?) async throws(StatementError) -> [Rows] {
    try await watch.wait(ignoringCancellation: true) { token, resume in
      receive(until: limit, token: token, keepsRows: true, then: resume)
    }.get()
  }

  private static func lostCommit(_ error: StatementError) -> StatementError {
    var failure = StatementError(.connection, message: "the answer to COMMIT was lost: \(error.message)")
    failure.isOutcomeUnknown = true
    return failure
  }
}

extension StatementError {
  /// Whether a statement was stopped from outside, by its time limit or by its sender.
  fileprivate var isOfCancellation: Bool {
    switch reason {
    case .statement(.queryCanceled), .statementTimeout, .timeout: true
    default: false
    }
  }
}
