import GraphQL
import Logging
import Planning
import Postgres
import SQL
import Domain

/// The end of a mutation's transaction.
enum MutationEnd {
  case committed(MutationPayload)
  /// - Parameter touched: what it has written nevertheless.
  case refused(MutationFailure, Touched = Touched())
}

/// The input of the answer to a mutation: writing the answer holds no connection.
struct MutationPayload {
  let selection: QueryPlan<Viewer>
  let results: [Rows]
  let touched: Touched
  /// The request of the viewer whom the answer is for.
  let request: ExecutionContext
  let keys: ChangedKeys
  let values: [String: GivenValue]
  let afterwards: MutationOutcome<Viewer>.Afterwards?
}

extension Gateway {
  /// How often a transaction runs at most that PostgreSQL or a change itself gives up for the sake of others. Changes take
  /// their locks first, so that few have to: two people who sign in for the first time under one name, say.
  private static let maximumRuns = 3

  /// Runs a change in a transaction at READ COMMITTED, and again where it was given up for the sake of others, and once more
  /// where it is the connection that failed before COMMIT: nothing of it can have taken effect.
  ///
  /// The transaction begins with the first locks of `LockOrder`. Under them nothing of the viewer's family changes but by
  /// this transaction: the statements that read the payload each have a snapshot of their own, and all see one state.
  /// - Parameter single: what is tried before that; nil for nothing.
  func transact(
    _ field: MutationPlan<Viewer>, _ input: MutationInput, _ single: SingleStatementWrite?,
    otherwise change: Mutation<Viewer>.Change, _ request: ExecutionContext
  ) async throws(RequestFailure) -> MutationEnd {
    var single = single
    var hasChangedConnection = false
    for number in 1... {
      let membershipStatus = MembershipStatus(
        of: request.viewer, for: .changing(ending: field.mutation?.endedSessions ?? .none))
      do {
        if let statement = single {
          if let payload = try await run(field, statement, request, membershipStatus) { return .committed(payload) }
          single = nil
          continue
        }
        return try await pool.withTransaction(
          for: request.load, memory: request.memory, isolation: .readCommitted
        ) { transaction in
          let guarded = GuardedTransaction(transaction: transaction, membershipStatus: membershipStatus, recorder: request.log.recorder)
          return try await self.run(field, change, request, guarded)
        }
      } catch {
        if membershipStatus.hasEnded { throw .unauthenticated }
        let failure = StatementError(behind: error)
        if failure?.reason == .statement(.deadlockDetected) {
          // PostgreSQL's log has the statements that met.
          request.log.logger.warning("\(field.responseKey): given up in a deadlock")
        }
        if let failure, await pause(after: number, failure) { continue }
        if let failure, failure.isOfConnection, !hasChangedConnection, !Task.isCancelled {
          hasChangedConnection = true
          continue
        }
        if membershipStatus.isUnknown, failure?.isAnswer ?? true {
          // Do not reveal the failure of the change to a former member.
          _ = try await self.run([], for: request)
        }
        if let failure, failure.reason == .answerTooLarge {
          throw .tooLarge(maximum: limits.responseBytes, failure.isCommitted ? .committed : .rolledBack)
        }
        if let failure, failure.reason == .outOfMemory {
          throw .outOfMemory(failure.isCommitted ? .committed : .rolledBack)
        }
        if let failure, let answer = map.constraints.answer(to: failure, input) {
          if !answer.isExpected { request.log.logger.error("\(field.responseKey): \(failure.message.withoutCredentials)") }
          return .refused(answer.failure)
        }
        if let failure { throw failure.isOfContention ? .contended(.database) : .database(failure) }
        switch error {
        case let refusal as MutationFailure: return .refused(refusal)
        case let failure as RequestFailure: throw failure
        default: throw .fault("\(error)")
        }
      }
    }
    preconditionFailure("the last run returns or throws")
  }

  /// Waits for others to be done, for a random time: at most 2 ms after the first run, then twice as long each time.
  /// - Returns: whether another run may help.
  private func pause(after run: Int, _ error: StatementError) async -> Bool {
    let pause = Duration.microseconds(Int.random(in: 500...(1000 << run)))
    guard error.isConflictOfTransactions, run < Self.maximumRuns else { return false }
    // A request that was cancelled meanwhile is not tried again.
    return (try? await Task.sleep(for: pause)) != nil
  }

  /// The work of the transaction: the change, and, together with COMMIT, the reads of the client's selection in the
  /// scope of the answer's viewer.
  private nonisolated(nonsending) func run(
    _ field: MutationPlan<Viewer>, _ change: Mutation<Viewer>.Change, _ request: ExecutionContext,
    _ transaction: GuardedTransaction
  ) async throws -> MutationEnd {
    switch try await change(ScopedRows(statements(of: request), transaction)) {
    case .refused(let failure):
      return .refused(failure, Touched(try await transaction.finish([Touched.statement]).last))
    case .changed(let keys, let last, let values, let viewer, let afterwards):
      var answered = request.answered(as: viewer ?? request.viewer)
      let selection = try selection(of: field, for: answered)
      var first = last.map(\.statement) + (viewer.map { [$0.scopeStatement] } ?? [])
      // The change was one of the family or the account: its answer names schools.
      let entersPlaces = selection.readsPlaces && answered.viewer.hasNoPlaces
      if entersPlaces { first.append(PlaceCheck.entering) }
      let reads = try render(selection, answered, changed: keys)
      var results: ArraySlice<Rows>
      do throws(StatementError) {
        results = try await transaction.finish(first + reads + [Touched.statement])[...]
      } catch {
        if afterwards != nil, error.isOutcomeUnknown || error.isCommitted {
          request.log.logger.error("\(field.responseKey): what is done after the change was not done")
        }
        if let index = error.statementIndex, index < last.count { throw MutationFailure.statement(error) }
        throw error
      }
      let touched = Touched(results.popLast())
      if entersPlaces, let entered = results.dropFirst(first.count - 1).first {
        answered = answered.answered(as: answered.viewer.at(PlaceCheck.places(entered: entered)))
      }
      request.log.recorder.confirm(answered.viewer)
      return .committed(
        MutationPayload(
          selection: selection, results: Array(results.dropFirst(first.count)), touched: touched, request: answered, keys: keys,
          values: values, afterwards: afterwards))
    }
  }

  /// The same where the change is one statement: all of it is one round trip.
  /// - Returns: nil where the statement gave no row, and changed nothing.
  private func run(
    _ field: MutationPlan<Viewer>, _ single: SingleStatementWrite, _ request: ExecutionContext, _ membershipStatus: MembershipStatus
  ) async throws -> MutationPayload? {
    let selection = try selection(of: field, for: request)
    let reads = try render(selection, request, changed: single.keys)
    let results: [Rows]
    do throws(StatementError) {
      results = try await membershipStatus.guarding([single.statement] + reads + [Touched.statement], request.log.recorder) {
        all throws(StatementError) in
        try await pool.transaction(all, for: request.load, memory: request.memory, isolation: .readCommitted)
      }
    } catch {
      if error.statementIndex == 0 { throw single.failure(error) }
      throw error
    }
    request.log.recorder.confirm(request.viewer)
    if results[0].count == 0 { return nil }
    return MutationPayload(
      selection: selection, results: Array(results.dropFirst().dropLast()), touched: Touched(results.last), request: request,
      keys: single.keys, values: [:], afterwards: nil)
  }

  func statements(of request: ExecutionContext) -> ScopedStatements<Viewer> {
    ScopedStatements(viewer: request.viewer, map: map, locks: locks)
  }

  private func selection(
    of field: MutationPlan<Viewer>, for request: ExecutionContext
  ) throws(RequestFailure) -> QueryPlan<Viewer> {
    if let selection = field.selection(for: request.viewer) { return selection }
    throw .fault("\(field.responseKey) was not expected to be answered as such a viewer")
  }
}

extension StatementError {
  /// The failure of a statement, as a transaction or a change passes it on; nil for any other error.
  fileprivate init?(behind error: any Error) {
    switch error {
    case let error as StatementError: self = error
    case MutationFailure.database(let error): self = error
    default: return nil
    }
  }

  /// Whether PostgreSQL refused a statement, or had too much to say, which may tell something of what is there: that it
  /// did not answer does not.
  fileprivate var isAnswer: Bool {
    switch reason {
    case .statement, .answerTooLarge, .outOfMemory: true
    case .connection, .poolTimeout, .throttled, .timeout, .statementTimeout, .cancelled, .shutdown: false
    }
  }

  /// Whether the same may well succeed on another connection, and did not on this one.
  fileprivate var isOfConnection: Bool { makesConnectionStale || reason == .connection && !isOutcomeUnknown }

  /// Whether others kept the transaction from rows for too long, or too often.
  fileprivate var isOfContention: Bool { isConflictOfTransactions || reason == .statement(.lockNotAvailable) }

  /// Whether the transaction was given up for the sake of others: tried again, it may succeed.
  fileprivate var isConflictOfTransactions: Bool {
    reason == .statement(.serializationFailure) || reason == .statement(.deadlockDetected)
  }
}
