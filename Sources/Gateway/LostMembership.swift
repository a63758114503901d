import GraphQL
import Planning
import Postgres
import SQL
import Domain

/// The reason why an account with an open session has no family any more: somebody else has ended its place.
struct LostMembership: Hashable, Sendable {
  /// `EndedMembershipReason` of the schema.
  let reason: String
  let familyName: String
  let endedBy: String

  /// As a sentence of an error.
  var sentence: String {
    reason == "FAMILY_DELETED"
      ? "\(endedBy) has deleted your family \"\(familyName)\"." : "\(endedBy) has removed you from the family \"\(familyName)\"."
  }

  /// The refusal of something that only members do, with the reason.
  func explaining(_ refusal: GraphQLError) -> GraphQLError {
    var refusal = refusal
    refusal.message += " " + sentence
    refusal.extensions += [
      .init("reason", .string(reason)), .init("familyName", .string(familyName)), .init("endedBy", .string(endedBy)),
    ]
    return refusal
  }
}

extension Gateway {
  /// The reason why an account has no family any more.
  /// - Returns: nil where its session has ended, it has a family, or no other person has ended its membership. Nil too
  ///   where the database does not answer: the refusal stands without a reason.
  func lostMembership(of account: AccountViewer, _ load: Load) async -> LostMembership? {
    let call = FunctionCall.lostMembership(account: account.accountID, session: account.sessionID)
    guard let rows = try? await pool.transaction([call.sql.statement], for: load, isolation: .readCommitted).first,
      let lost = try? call.result(rows).first
    else { return nil }
    return LostMembership(reason: lost.reason, familyName: lost.familyName, endedBy: lost.endedBy)
  }

  /// The refusal of a request whose token is valid, and whose membership somebody else has ended; nil for another.
  func refusal(of viewer: Viewer?, from network: @escaping @Sendable () -> ClientNetwork?) async -> GraphQLError? {
    guard case .account(let account)? = viewer, account.membership != nil,
      let lost = await lostMembership(of: account, Load(loadKey(of: viewer ?? .anonymous, from: network)))
    else { return nil }
    var refusal = lost.explaining(TokenProblem.ended.error)
    refusal.message += " refreshSession gives a token without the family."
    return refusal
  }
}
