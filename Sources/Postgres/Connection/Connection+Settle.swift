internal import CLibpq
import SQL

extension Connection {
  /// Brings the connection back to idle after a failure: cancels what still runs, hears all answers, rolls
  /// back. Takes two seconds at most and does not heed cancellation of the task.
  /// - Returns: whether the connection is idle. If not it is lost.
  package func settle() async -> Bool {
    guard claim() else { return false }
    defer { endUse() }
    if ownCondition != .unsettled { return ownCondition == .idle }
    let limit = ContinuousClock.now + ConnectionConfiguration.settleTimeout
    do {
      if awaitsAnswers { try await cancelAndDrain(until: limit) }
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
    return !isLost
  }

  private func cancelAndDrain(until limit: ContinuousClock.Instant) async throws(StatementError) {
    guard let cancel = CancelHandle(handle), let done = EventDescriptor() else { throw lost() }
    CancelRequest(cancel, done: done).start()
    do {
      try await drain(until: limit)
    } catch {
      // A statement's failure is what the cancel is meant to cause.
      guard case .statement = error.reason else { throw error }
    }
    // The signal must not reach the connection's next user.
    let outcome = await reactor.wait(for: done.descriptor, .readable, until: limit, ignoringCancellation: true)
    if outcome != .ready { throw lost("the cancel request was not answered") }
  }

  private func drain(until limit: ContinuousClock.Instant) async throws(StatementError) {
    if PQpipelineStatus(handle.pointer) == PQ_PIPELINE_OFF {
      try await finishSimpleQuery(until: limit, ignoringCancellation: true)
    } else {
      _ = try await receive(until: limit, ignoringCancellation: true)
    }
  }
}
