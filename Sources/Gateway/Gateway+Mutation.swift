import GraphQL
import Logging
import Planning
import Postgres
import SQL
import Domain

extension Gateway {
  /// Answers a mutation: one field after the other, each in a transaction of its own — specification section
  /// 6.2.2. A field that fails is null and changes nothing; those before it stand, and those after it still run.
  /// - Throws: what is wrong with the request as a whole, as long as no field was answered.
  func change(
    _ fields: [MutationPlan<Viewer>], _ request: ExecutionContext
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
        let room = limits.responseBytes - parts.reduce(0) { $0 + $1.data.count }
        guard room >= Self.leastSize(of: field) else { throw .tooLarge(maximum: limits.responseBytes, .rolledBack) }
        parts.append(try await change(field, input, request, room: room))
      } catch {
        // Report a fault of one field's answer at that field, with the outcome of its change.
        if parts.isEmpty, !error.isOfAnswer { throw error }
        if let message = error.logMessage { request.log.logger.error("\(message)") }
        let error = error.error(at: field, id: request.log.requestID)
        parts.append(Completion.Response(null: field.responseKey, error: error))
      }
    }
    return Completion.Response(joining: parts)
  }

  /// The least size of the answer to a field: a field without room for it is not executed.
  private static func leastSize(of field: MutationPlan<Viewer>) -> Int {
    #"{"data":{"":null}}"#.utf8.count + field.responseKey.utf8.count
  }

  /// - Parameter room: the number of bytes that the answer may have.
  private func change(
    _ field: MutationPlan<Viewer>, _ input: MutationInput, _ request: ExecutionContext, room: Int
  ) async throws(RequestFailure) -> Completion.Response {
    let request = field.mutation?.isStaffMutation == true ? request.answered(as: request.viewer.outsideFamily) : request
    let attempt = try await countAttempt(field.mutation?.limit, request)
    if let refusal = attempt?.refusal { return try refused(field, refusal) }
    let change: Mutation<Viewer>.Change?
    do throws(MutationFailure) {
      change = try await field.mutation?.prepare(input, lookups(of: request))
    } catch {
      // Nor is what is wrong with an input for those who have no membership any more.
      _ = try await run([], for: request)
      if case .busy(let seconds) = error { throw .busy(retryAfter: seconds) }
      return try refused(field, attempt?.failure(behind: error) ?? error)
    }
    guard let change else {
      _ = try await run([], for: request)
      guard let selection = field.selection else { throw .unauthenticated }
      let answer = try complete(
        selection, [], request, maximumBytes: min(room, limits.responseBytes(for: request.viewer)), outcome: .rolledBack)
      guard let refusal = answer.errors.first, refusal.code == .forbidden, case .account(let account) = request.viewer,
        account.membership == nil, let lost = await lostMembership(of: account, request.load)
      else { return answer }
      return Completion.Response(null: field.responseKey, error: lost.explaining(refusal))
    }
    // The fallback reports input errors, after `NOT_FOUND`. It also serves fields whose answer reads staff scopes,
    // which one statement cannot load.
    let readsPlaces = field.selections.values.contains(where: \.readsPlaces)
    let single = readsPlaces ? nil : try? field.mutation?.single?(input, statements(of: request))
    let counted = attempt?.givenBack(by: change) ?? change
    let account: UUIDValue? = if case .account(let account) = request.viewer { account.accountID } else { nil }
    let end = try await changes.run(ChangeKey(of: request.viewer, input), of: account) {
      () async throws(RequestFailure) in try await transact(field, input, single, otherwise: counted, request)
    }
    switch end {
    case .refused(let failure, let touched):
      note(touched)
      return try refused(field, failure)
    case .committed(let payload):
      note(payload.touched)
      let late = await payload.afterwards?() ?? [:]
      // The change stands, even where its answer cannot be written: a fault of this program, which the log has.
      return try complete(
        payload.selection, payload.results, payload.request, changed: payload.keys,
        given: payload.values.merging(late) { $1 }, maximumBytes: room, outcome: .committed)
    }
  }

  private func countAttempt(
    _ limit: AttemptLimit?, _ request: ExecutionContext
  ) async throws(RequestFailure) -> Attempt? {
    guard let limit, let attempts else { return nil }
    return try await attempts.count(limit, request, pool: pool)
  }

  /// - Returns: calls of functions in short transactions, which check the membership.
  private func lookups(of request: ExecutionContext) -> PreparationLookups<Viewer> {
    PreparationLookups(viewer: request.viewer, network: request.network()?.bytes) { statements throws(MutationFailure) in
      let membershipStatus = MembershipStatus(of: request.viewer, for: .counting)
      do throws(StatementError) {
        let results = try await membershipStatus.guarding(statements + [Touched.statement], request.log.recorder) {
          all throws(StatementError) in
          try await pool.transaction(all, for: request.load, isolation: .readCommitted)
        }
        note(Touched(results.last))
        return results.dropLast()
      } catch {
        // The outcome is known, since the change has not begun; a count that was written may stay.
        var error = error
        error.isOutcomeUnknown = false
        throw .database(error)
      }
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
}

extension RequestFailure {
  /// Whether all was well but for the answer.
  fileprivate var isOfAnswer: Bool {
    switch self {
    case .tooLarge, .tooLargeWithoutSession, .outOfMemory, .fault(_, .some): true
    case .invalid, .unsafe, .unauthenticated, .database, .contended, .busy, .fault(_, nil): false
    }
  }
}
