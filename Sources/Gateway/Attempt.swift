import GraphQL
import Planning
import SQL
import Domain

/// An attempt that was counted.
struct Attempt: Sendable {
  let limit: AttemptLimit
  /// The account or network that the attempt counts for: `attempts.key` of the database.
  let key: SQLValue
  /// How many there are with it.
  let count: Int32
  /// The number of seconds until counting begins again.
  let seconds: Int32

  /// The reason why it is refused before anything is done; nil when it is not.
  var refusal: MutationFailure? { limit.subject == .network ? nil : excess }

  /// The reason that a client reads for a proof that was checked and refused.
  func failure(behind failure: MutationFailure) -> MutationFailure {
    guard limit.subject == .network, case .refused(_, .unauthenticated, _, _) = failure else { return failure }
    return excess ?? failure
  }

  /// The same change. It gives the attempt back in its own transaction where the limit counts failures alone: an attempt
  /// whose success is lost with a crash stays counted.
  func givenBack(by change: @escaping Mutation<Viewer>.Change) -> Mutation<Viewer>.Change {
    guard limit.counted == .failures else { return change }
    return { rows throws(MutationFailure) in
      let outcome = try await change(rows)
      if case .changed = outcome { try await rows.call(.giveBackAttempt(limit.kind, key)) }
      return outcome
    }
  }

  private var excess: MutationFailure? {
    guard count > limit.maximum else { return nil }
    return .tooMany(limit.attempts, limit: limit.kind, maximum: limit.maximum, retryAfter: seconds)
  }
}
