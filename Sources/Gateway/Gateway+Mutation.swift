import GraphQL
import Logging
import Planning
import Postgres
import SQL
import School

extension Gateway {
  /// How often a transaction is tried that PostgreSQL refuses because of others at the same time.
  private static let attempts = 3

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
        if let message = error.logMessage { request.logger.error("\(message)") }
        parts.append(Completion.Response(null: field.responseKey, error: error.error(at: field, id: request.id)))
      }
    }
    return Completion.Response(joining: parts)
  }

  private func change(
    _ field: MutationPlan<Viewer>, _ input: MutationInput, _ request: RunningRequest
  ) async throws(RequestFailure) -> Completion.Response {
    for attempt in 1... {
      do {
        return try await pool.withTransaction(isolation: .repeatableRead) { transaction in
          try await change(field, input, request, transaction)
        }
      } catch let failure as MutationFailure {
        if let error = failure.error(locations: field.locations, path: field.path) {
          return Completion.Response(null: field.responseKey, error: error)
        }
        guard case .database(let error) = failure else { throw .fault("a mutation failed without a reason") }
        guard error.isConflictOfTransactions, attempt < Self.attempts else { throw .database(error) }
      } catch let failure as RequestFailure {
        throw failure
      } catch let error as StatementError {
        guard error.isConflictOfTransactions, attempt < Self.attempts else { throw .database(error) }
      } catch {
        throw .fault("\(error)")
      }
    }
    preconditionFailure("the last attempt returns or throws")
  }

  /// All that is done in the transaction: the check of the membership, which locks it, the change, and what the
  /// client wants to know of it.
  private nonisolated(nonsending) func change(
    _ field: MutationPlan<Viewer>, _ input: MutationInput, _ request: RunningRequest, _ transaction: some Transaction
  ) async throws -> Completion.Response {
    if case .account(let account) = request.viewer {
      let check = MembershipCheck(of: account)
      guard check.holds(in: try await transaction.run(check.lockingStatements)) else {
        throw RequestFailure.unauthenticated
      }
    }
    guard let mutation = field.mutation else { return try complete(field.selection, [], request) }
    let rows = ScopedRows(viewer: request.viewer, map: map, locks: locks, transaction: transaction)
    let changed = try await mutation.change(input, rows)
    let levels = try await transaction.run(try render(field.selection, request, changed: changed))
    return try complete(field.selection, levels, request, changed: changed)
  }
}

extension StatementError {
  /// Whether PostgreSQL gave the transaction up for the sake of others: tried again, it may succeed.
  fileprivate var isConflictOfTransactions: Bool {
    reason == .statement(.serializationFailure) || reason == .statement(.deadlockDetected)
  }
}
