internal import CLibpq
import Memory
import SQL

extension Connection {
  /// A handler of the rows of each statement, or of the error that ended their transaction.
  typealias Finish = @Sendable (Result<[Rows], StatementError>) -> Void

  /// Reads the answers to all that was sent, to the last Sync.
  /// - Returns: the rows of the statements that have an index, in order.
  /// - Throws: the first failure of a statement, once all answers are read; or, at once, that the connection
  ///   was lost, the deadline passed or the task was cancelled.
  func receive(
    until deadline: ContinuousClock.Instant?, ignoringCancellation: Bool = false
  ) async throws(StatementError) -> [Rows] {
    try await watch.wait(ignoringCancellation: ignoringCancellation) { token, resume in
      receive(until: deadline, token: token, then: resume)
    }.get()
  }

  /// The same without a task: `finish` is called where the end is heard, usually on the reactor's thread.
  /// - Parameters:
  ///   - token: with which the reactor can be asked to end the wait.
  ///   - keepsRows: whether what was heard is kept when the wait ends before all is: the next receive goes on.
  func receive(
    until deadline: ContinuousClock.Instant?, token: Reactor.Token, keepsRows: Bool = false,
    then finish: @escaping Finish
  ) {
    // A reader that stopped may have left answers that were read before: the socket delivers no more of those.
    guard !pipeline.isEmpty, let interest = heard.discardsRows ? hearWhatWasRead() : unheard() else {
      return finish(heard.end())
    }
    watch.begin(token, interest, until: deadline) { [self] outcome in
      do throws(StatementError) {
        try outcome.check()
      } catch {
        if keepsRows {
          finish(.failure(error))
        } else {
          heard.breakOff(error)
          finish(heard.end())
        }
        return nil
      }
      if let interest = hear() { return interest }
      finish(heard.end())
      return nil
    }
  }

  /// Reads as much of the answers as has come.
  /// - Returns: the events to wait for next; nil once all answers are read, or the connection is lost.
  private func hear() -> Reactor.Interest? {
    do throws(StatementError) {
      try read()
    } catch {
      heard.breakOff(error)
      return nil
    }
    return hearWhatWasRead()
  }

  /// Takes in the answers that libpq has read.
  /// - Returns: the events to wait for next; nil once all answers are read, or the connection is lost.
  private func hearWhatWasRead() -> Reactor.Interest? {
    while let step = pipeline.next {
      if PQisBusy(handle.pointer) == 1 {
        guard handle.hasDecryptedInput else { return unheard() }
        if PQconsumeInput(handle.pointer) == 0 {
          heard.breakOff(lost())
          return nil
        }
        continue
      }
      do throws(StatementError) {
        try hear(PQgetResult(handle.pointer).map { ResultHandle(owning: $0) }, for: step)
      } catch {
        heard.breakOff(error)
        return nil
      }
    }
    return nil
  }

  /// How many reads nearly every answer is there in: their size is not asked for.
  private static let uncountedReads = 8

  /// Reads what has come, a few kilobytes at a time. libpq keeps all rows of a statement until the last of them is
  /// there: how many there are so far only the socket can tell.
  /// - Throws: `.connection`, `.answerTooLarge`, `.outOfMemory`.
  private func read() throws(StatementError) {
    heard.reads += 1
    let isCounted =
      heard.reads > Self.uncountedReads && (configuration.maximumAnswerBytes != nil || memory != nil)
    let before = isCounted ? handle.unreadBytes : 0
    if PQconsumeInput(handle.pointer) == 0 { throw lost() }
    guard isCounted else { return }
    heard.unfinishedBytes += max(0, before - handle.unreadBytes)
    try checkSize()
    // libpq keeps a short cell in twice as many bytes as it is sent in, and more.
    try reserve(heard.bytes + 2 * heard.unfinishedBytes)
  }

  /// Holds memory for so many bytes of rows, in steps.
  private func reserve(_ bytes: Int) throws(StatementError) {
    guard bytes > heard.reservedBytes, let memory, !heard.discardsRows else { return }
    guard memory.hold(bytes, for: .rows) else {
      throw StatementError(.outOfMemory, message: "there is no memory for \(bytes) bytes of rows")
    }
    heard.reservedBytes = (bytes + MemoryReservation.step - 1) / MemoryReservation.step * MemoryReservation.step
  }

  private func checkSize() throws(StatementError) {
    guard let maximum = configuration.maximumAnswerBytes, !heard.discardsRows,
      heard.bytes + heard.unfinishedBytes > maximum
    else { return }
    throw StatementError(.answerTooLarge, message: "PostgreSQL answers with more than \(maximum) bytes")
  }

  /// Takes in what libpq has next for a step: each command's results end with none; a Sync's do not.
  private func hear(_ result: consuming ResultHandle?, for step: Pipeline.Step) throws(StatementError) {
    guard let result else {
      guard pipeline.awaitsEnd else { throw lost() }
      pipeline.advance()
      return
    }
    if pipeline.awaitsEnd { throw lost("PostgreSQL sent two results for one command") }
    if case .sync = step {
      guard result.status == .pipelineSync else { throw unexpected(result) }
      pipeline.advance()
      return
    }
    // Also where it cannot be taken: the next receive reads the end of it.
    pipeline.awaitsEnd = true
    if let error = try take(result, for: step) { heard.fail(error) }
  }

  /// Sends the bytes that libpq could not send yet.
  /// - Returns: the events to wait for; nil if the connection is lost.
  private func unheard() -> Reactor.Interest? {
    do throws(StatementError) {
      return try interest()
    } catch {
      heard.breakOff(error)
      return nil
    }
  }

  /// The next result; nil where those of a command end. Suspends rather than let libpq block.
  func nextResult(
    until deadline: ContinuousClock.Instant?, _ ignoringCancellation: Bool = false
  ) async throws(StatementError) -> ResultHandle? {
    while PQisBusy(handle.pointer) == 1 {
      if !handle.hasDecryptedInput {
        try await wait(for: interest(), until: deadline, ignoringCancellation: ignoringCancellation)
      }
      if PQconsumeInput(handle.pointer) == 0 { throw lost() }
    }
    return PQgetResult(handle.pointer).map { ResultHandle(owning: $0) }
  }

  /// Sends the bytes that libpq could not send yet. PostgreSQL may stop reading while no task reads its answers, so
  /// that both are waited for.
  private func interest() throws(StatementError) -> Reactor.Interest {
    let unsent = PQflush(handle.pointer)
    if unsent < 0 { throw lost() }
    return unsent == 0 ? .readable : [.readable, .writable]
  }

  /// - Throws: `.timeout` or `.cancelled`.
  func wait(
    for interest: Reactor.Interest, until deadline: ContinuousClock.Instant?, ignoringCancellation: Bool = false
  ) async throws(StatementError) {
    let outcome = await watch.wait(for: interest, until: deadline, ignoringCancellation: ignoringCancellation)
    try outcome.check()
  }

  /// Takes a result in.
  /// - Returns: the failure that it reports.
  /// - Throws: `.connection` if PostgreSQL ends the connection, or answers what was not asked; `.answerTooLarge`,
  ///   `.outOfMemory`.
  private func take(
    _ result: borrowing ResultHandle, for step: Pipeline.Step
  ) throws(StatementError) -> StatementError? {
    switch result.status {
    case .tuplesOK, .commandOK, .emptyQuery:
      if case .commit = step, result.commandTag == "ROLLBACK" {
        return StatementError(
          .statement(.inFailedTransaction), message: "COMMIT rolled back: a statement of the transaction had failed")
      }
      if case .commit = step { hasCommitted = true }
      guard case .statement(let index) = step, !heard.discardsRows else { return nil }
      heard.bytes += result.memorySize
      heard.unfinishedBytes = 0
      try checkSize()
      // They are copied: for a moment they are there twice.
      try reserve(heard.bytes + result.memorySize)
      guard let rows = result.rows() else {
        return StatementError(
          .statement(.programLimitExceeded), message: "the result is larger than 2 GiB", statementIndex: index)
      }
      heard.answers.append(rows)
      return nil
    case .fatalError:
      let error = result.error(statementIndex: step.index)
      if result.endsConnection {
        isCommitExcluded = step.isBeforeCommit && result.endsTransaction
        throw lost(error.message)
      }
      notRun(step)
      if error.makesConnectionStale { isStale = true }
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
    error.reason = .statementTimeout(timeout)
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

extension Reactor.Outcome {
  /// - Throws: `.timeout`, `.cancelled` or `.connection`.
  func check() throws(StatementError) {
    switch self {
    case .ready: return
    case .timedOut: throw StatementError(.timeout, message: "PostgreSQL did not answer in time")
    case .cancelled: throw StatementError(.cancelled, message: "the task was cancelled")
    case .refused: throw StatementError(.connection, message: "the connection's socket cannot be watched")
    }
  }
}

extension Pipeline.Step {
  /// Whether a COMMIT of the same request would come after it.
  fileprivate var isBeforeCommit: Bool {
    switch self {
    case .parse, .statement, .command, .deallocate: true
    case .commit, .sync: false
    }
  }

  /// The index of the statement of the request that this is part of.
  var index: Int? {
    switch self {
    case .statement(let index): index
    case .parse(_, let index): index
    case .command, .commit, .deallocate, .sync: nil
    }
  }
}
