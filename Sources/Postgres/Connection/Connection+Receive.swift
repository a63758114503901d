internal import CLibpq
import SQL

extension Connection {
  /// Reads the answers to all that was sent, to the last Sync.
  /// - Returns: the rows of the statements that have an index, in order.
  /// - Throws: the first failure of a statement, once all answers are read; or, at once, that the connection
  ///   was lost, the deadline passed or the task was cancelled.
  func receive(
    until deadline: ContinuousClock.Instant?, ignoringCancellation: Bool = false
  ) async throws(StatementError) -> [Rows] {
    var answers: [Rows] = []
    var failure: StatementError?
    while let step = pipeline.next {
      guard let result = try await nextResult(until: deadline, ignoringCancellation) else {
        throw lost()
      }
      if case .sync = step {
        guard result.status == .pipelineSync else { throw unexpected(result) }
        pipeline.advance()
        continue
      }
      if let error = try take(result, for: step, into: &answers), failure == nil { failure = error }
      // Each command's results end with none; a Sync's do not.
      if try await nextResult(until: deadline, ignoringCancellation) != nil {
        throw lost("PostgreSQL sent two results for one command")
      }
      pipeline.advance()
    }
    if let failure { throw failure }
    return answers
  }

  /// The next result; nil where those of a command end. Suspends rather than let libpq block.
  func nextResult(
    until deadline: ContinuousClock.Instant?, _ ignoringCancellation: Bool = false
  ) async throws(StatementError) -> ResultHandle? {
    while PQisBusy(handle.pointer) == 1 {
      try await waitForInput(until: deadline, ignoringCancellation)
    }
    return PQgetResult(handle.pointer).map { ResultHandle(owning: $0) }
  }

  /// Sends what libpq could not send yet, and waits for more to read. PostgreSQL may stop reading while
  /// nobody reads its answers, so that both are waited for.
  private func waitForInput(
    until deadline: ContinuousClock.Instant?, _ ignoringCancellation: Bool
  ) async throws(StatementError) {
    let unsent = PQflush(handle.pointer)
    if unsent < 0 { throw lost() }
    try await wait(
      for: unsent == 0 ? .readable : [.readable, .writable], until: deadline,
      ignoringCancellation: ignoringCancellation)
    if PQconsumeInput(handle.pointer) == 0 { throw lost() }
  }

  /// - Throws: `.timeout` or, for a cancelled task, `queryCanceled`.
  func wait(
    for interest: Reactor.Interest, until deadline: ContinuousClock.Instant?, ignoringCancellation: Bool = false
  ) async throws(StatementError) {
    let outcome = await reactor.wait(
      for: handle.socket, interest, until: deadline, ignoringCancellation: ignoringCancellation)
    switch outcome {
    case .ready: return
    case .timedOut: throw StatementError(.timeout, message: "PostgreSQL did not answer in time")
    case .cancelled: throw StatementError(.statement(.queryCanceled), message: "the task was cancelled")
    }
  }

  /// Takes a result in.
  /// - Returns: the failure that it reports.
  /// - Throws: `.connection` if PostgreSQL ends the connection, or answers what was not asked.
  private func take(
    _ result: borrowing ResultHandle, for step: Pipeline.Step, into answers: inout [Rows]
  ) throws(StatementError) -> StatementError? {
    switch result.status {
    case .tuplesOK, .commandOK, .emptyQuery:
      if case .commit = step, result.commandTag == "ROLLBACK" {
        return StatementError(
          .statement(.inFailedTransaction), message: "COMMIT rolled back: a statement of the transaction had failed")
      }
      guard case .statement(let index) = step else { return nil }
      guard let rows = result.rows() else {
        return StatementError(
          .statement(.programLimitExceeded), message: "the result is larger than 2 GiB", statementIndex: index)
      }
      answers.append(rows)
      hasHeard = true
      return nil
    case .fatalError:
      let error = result.error(statementIndex: step.index)
      if result.endsConnection { throw lost(error.message) }
      notRun(step)
      return withTimeoutRecognized(error)
    case .pipelineAborted:
      notRun(step)
      return nil
    default:
      throw unexpected(result)
    }
  }

  /// `statement_timeout` has the same SQLSTATE as a cancel request; only the clock tells them apart in every
  /// language.
  private func withTimeoutRecognized(_ error: StatementError) -> StatementError {
    guard error.reason == .statement(.queryCanceled), let timeout = configuration.statementTimeout,
      sentAt.duration(to: .now) >= timeout
    else { return error }
    var error = error
    error.reason = .timeout
    return error
  }

  private func notRun(_ step: Pipeline.Step) {
    switch step {
    case .parse(let name, _): statements.forget(name)
    case .deallocate(let name): statements.retryEviction(of: name)
    case .statement, .command, .commit, .sync: break
    }
  }

  private func unexpected(_ result: borrowing ResultHandle) -> StatementError {
    lost("PostgreSQL answered with result status \(result.status.rawValue) in a pipeline")
  }
}

extension Pipeline.Step {
  /// Which statement of the request this is part of.
  var index: Int? {
    switch self {
    case .statement(let index): index
    case .parse(_, let index): index
    case .command, .commit, .deallocate, .sync: nil
    }
  }
}
