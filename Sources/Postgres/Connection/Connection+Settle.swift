internal import CLibpq
import SQL

extension Connection {
  /// Brings the connection back to idle after a failure: cancels what still runs, hears all answers, rolls
  /// back. Takes two seconds at most and does not heed cancellation of the task.
  ///
  /// An encrypted connection that had to be cancelled is given up: see `CancelHandle`.
  /// - Returns: whether the connection is idle. If not it is lost.
  package func settle() async -> Bool {
    guard claim() else { return false }
    defer { endUse() }
    if ownCondition != .unsettled { return ownCondition == .idle }
    let limit = ContinuousClock.now + ConnectionConfiguration.settleTimeout
    do {
      if awaitsAnswers { try await cancelAndDrain(until: limit) }
      if isLost { return false }
      switch handle.transactionStatus {
      case .inTransaction, .inFailedTransaction: try await sendRollback(until: limit)
      default: break
      }
    } catch {
      isLost = true
      return false
    }
    transaction = .none
    isLost = handle.isBad || awaitsAnswers || handle.transactionStatus != .idle
    return ownCondition == .idle
  }

  /// Stops the running statements and discards their rows.
  func cancelAndDrain(until limit: ContinuousClock.Instant) async throws(StatementError) {
    try await cancel(until: limit) { limit throws(StatementError) in try await drain(until: limit) }
  }

  /// PostgreSQL ignores a cancel request that overtakes the statement it is meant to end: so this repeats the request
  /// until PostgreSQL has answered all statements. An encrypted connection is not reused afterwards, since its key
  /// went over the wire in clear text, and one to which a signal may still be under way is lost.
  /// - Parameter hear: hears the answers until a moment, and returns whether those are all. This function rethrows
  ///   its errors.
  func cancel(
    until limit: ContinuousClock.Instant, hearing hear: (ContinuousClock.Instant) async throws(StatementError) -> Bool
  ) async throws(StatementError) {
    if handle.isEncrypted { isStale = true }
    while true {
      guard let cancel = CancelHandle(handle), let done = EventDescriptor(),
        let doneWatch = reactor.watch(done.descriptor)
      else { throw lost() }
      defer { doneWatch.close() }
      CancelRequest(cancel, done: done).start()
      var (isHeard, isSignalled) = (false, false)
      var failure: StatementError?
      repeat {
        do throws(StatementError) {
          isHeard = try await hear(min(limit, .now + ConnectionConfiguration.cancelPatience))
        } catch {
          failure = error
        }
        let isOver = isHeard || failure != nil
        let patience = isOver ? limit : min(limit, .now + ConnectionConfiguration.cancelPatience)
        isSignalled = await doneWatch.wait(for: .readable, until: patience, ignoringCancellation: true) == .ready
      } while !isSignalled && !isHeard && failure == nil && .now < limit
      // A signal that is under way must not reach the connection's next user.
      if !isSignalled { isLost = true }
      if let failure { throw failure }
      if isHeard { return }
      if isLost { throw lost("the cancel request was not answered") }
      if .now >= limit { throw lost("PostgreSQL does not heed cancel requests") }
    }
  }

  /// - Returns: whether all answers were heard by then.
  private func drain(until limit: ContinuousClock.Instant) async throws(StatementError) -> Bool {
    do {
      if PQpipelineStatus(handle.pointer) == PQ_PIPELINE_OFF {
        try await finishSimpleQuery(until: limit, ignoringCancellation: true)
      } else {
        heard.discardsRows = true
        _ = try await receive(until: limit, ignoringCancellation: true)
      }
    } catch {
      switch error.reason {
      // A statement's failure is what the cancel is meant to cause.
      case .statement, .statementTimeout: break
      case .timeout: return false
      default: throw error
      }
    }
    return true
  }
}
