import GraphQL
import Logging
import Planning
import Postgres
import SQL
import School

extension Gateway {
  /// How often a transaction runs at most that PostgreSQL gives up for the sake of others: of those that change one row
  /// at once, one succeeds each time.
  private static let maximumRuns = 40

  /// Answers a mutation: one field after the other, each in a transaction of its own — specification section
  /// 6.2.2. A field that fails is null and changes nothing; those before it stand, and those after it still run.
  /// - Throws: what is wrong with the request as a whole, as long as nothing was changed.
  func change(
    _ fields: [MutationPlan<Viewer>], _ request: RunningRequest
  ) async throws(RequestFailure) -> Completion.Response {
    var inputs: [MutationInput] = []
    for field in fields {
      do {
        inputs.append(try field.input(request.variables))
      } catch {
        throw RequestFailure(error)
      }
    }
    var parts: [Completion.Response] = []
    for (field, input) in zip(fields, inputs) {
      do throws(RequestFailure) {
        parts.append(try await change(field, input, request))
      } catch {
        if parts.isEmpty { throw error }
        if let message = error.logMessage { request.log.logger.error("\(message)") }
        parts.append(Completion.Response(null: field.responseKey, error: error.error(at: field, id: request.log.requestID)))
      }
    }
    return Completion.Response(joining: parts)
  }

  private func change(
    _ field: MutationPlan<Viewer>, _ input: MutationInput, _ request: RunningRequest
  ) async throws(RequestFailure) -> Completion.Response {
    if let limit = field.mutation?.limit,
      let failure = try await attempts?.refusal(of: limit, request, pool: pool)
    {
      return try refused(field, failure)
    }
    let change: Mutation<Viewer>.Change?
    do throws(MutationFailure) {
      change = try await field.mutation?.prepare(input)
    } catch {
      return try refused(field, error)
    }
    for run in 1... {
      do {
        return try await pool.withTransaction(isolation: .repeatableRead) { transaction in
          try await self.run(field, change, request, transaction)
        }
      } catch let failure as MutationFailure {
        guard case .database(let error) = failure else { return try refused(field, failure) }
        try await pause(after: run, error)
      } catch let failure as RequestFailure {
        throw failure
      } catch let error as StatementError {
        try await pause(after: run, error)
      } catch {
        throw .fault("\(error)")
      }
    }
    preconditionFailure("the last run returns or throws")
  }

  /// Waits for others to be done, for a random time: at most 2 ms after the first run, then twice as long each time, up to
  /// 64 ms.
  /// - Throws: the error itself, when another run would not help.
  private func pause(after run: Int, _ error: StatementError) async throws(RequestFailure) {
    let pause = Duration.microseconds(Int.random(in: 500...(1000 << min(run, 6))))
    // A request that was cancelled meanwhile is not tried again.
    guard error.isConflictOfTransactions, run < Self.maximumRuns, (try? await Task.sleep(for: pause)) != nil else {
      throw .database(error)
    }
  }

  private func refused(
    _ field: MutationPlan<Viewer>, _ failure: MutationFailure
  ) throws(RequestFailure) -> Completion.Response {
    if case .database(let error) = failure { throw .database(error) }
    guard let error = failure.error(locations: field.locations, path: field.path) else {
      throw .fault("a mutation failed without a reason")
    }
    return Completion.Response(null: field.responseKey, error: error)
  }

  /// All that is done in the transaction: the check of the membership, which locks it, the change, and what the
  /// client wants to know of it, which is read in the scope of whoever the answer is for.
  private nonisolated(nonsending) func run(
    _ field: MutationPlan<Viewer>, _ change: Mutation<Viewer>.Change?, _ request: RunningRequest,
    _ transaction: some Transaction
  ) async throws -> Completion.Response {
    if case .account(let account) = request.viewer {
      let check = MembershipCheck(of: account)
      guard check.holds(in: try await transaction.run(check.lockingStatements)) else {
        throw RequestFailure.unauthenticated
      }
    }
    guard let change else {
      guard let selection = field.selection else { throw RequestFailure.unauthenticated }
      return try complete(selection, [], request)
    }
    let rows = ScopedRows(viewer: request.viewer, map: map, locks: locks, transaction: transaction)
    switch try await change(rows) {
    case .refused(let failure):
      return try refused(field, failure)
    case .changed(let keys, let values, let viewer):
      let answered = request.answered(as: viewer ?? request.viewer)
      guard let selection = field.selection(for: answered.viewer) else {
        throw RequestFailure.fault("\(field.responseKey) was not expected to be answered as such a viewer")
      }
      let statements = [answered.viewer.scopeStatement] + (try render(selection, answered, changed: keys))
      let levels = try await transaction.run(statements)
      return try complete(selection, Array(levels.dropFirst()), answered, changed: keys, given: values)
    }
  }
}

extension StatementError {
  /// Whether PostgreSQL gave the transaction up for the sake of others: tried again, it may succeed.
  fileprivate var isConflictOfTransactions: Bool {
    reason == .statement(.serializationFailure) || reason == .statement(.deadlockDetected)
  }
}
