import GraphQL
import Planning
import SQL
import SessionTokens

/// A network that something was counted for: it gets the attempt back when what it was for has succeeded.
struct CountedNetwork: Sendable {
  /// `attempts.kind` of the database.
  let kind: String
  /// Null where the network is not known.
  let key: SQLValue

  /// Counts an attempt of a network.
  /// - Parameter limit: of the kind `network…`, whose count `count_address_attempt` names after the rest.
  /// - Throws: `LIMIT_EXCEEDED` after too many.
  static func counted(
    _ limit: AttemptLimit, _ lookups: PreparationLookups<Viewer>, _ services: IdentityServices
  ) async throws(MutationFailure) -> CountedNetwork {
    let key = SQLValue.key(of: lookups.network, services.secrets)
    let name = limit.kind.dropFirst("network".utf8.count)
    let counted = try await lookups.call(
      .countAddressAttempt(
        kind: name.prefix(1).lowercased() + name.dropFirst(), addressKey: nil, networkKey: key, period: limit.seconds))
    try services.attempts[limit].check(counted.networkCount, seconds: counted.networkSeconds)
    return CountedNetwork(kind: limit.kind, key: key)
  }
}

/// Messages to addresses that are not confirmed, which may be anybody's: an account and a network cause so many of them in an hour.
enum AddressMessage {
  /// Counts a message that an account causes.
  /// - Throws: `LIMIT_EXCEEDED` after too many.
  static func counted(
    _ lookups: PreparationLookups<Viewer>, _ services: IdentityServices
  ) async throws(MutationFailure) -> CountedNetwork {
    guard case .account(let account) = lookups.viewer else {
      throw .refused("This needs a valid session token.", code: .unauthenticated)
    }
    let limit = services.attempts[.addressMessage]
    let counted = try await lookups.call(
      .countAttempt(limit.kind, .hash(of: account.accountID.description), limit.seconds))
    try limit.check(counted.count, seconds: counted.seconds)
    return try await CountedNetwork.counted(.addressMessageOfNetwork, lookups, services)
  }
}

/// A code of eight digits that somebody has read in a message and types.
enum ShortCode {
  /// The digits, however they were typed.
  static func text(of typed: String) -> String { TypedText.folded(typed).filter { $0 != " " && $0 != "-" } }
}
