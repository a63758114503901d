import GraphQL
import SessionTokens

/// The reason for an `UNAUTHENTICATED` error, as far as its reader may know it. Nothing is told apart that would help to
/// forge a token: that a token has expired is told only if this server signed it.
enum TokenProblem: Hashable, Sendable {
  /// There is no `Authorization` header.
  case missing
  /// The header does not have the form `Bearer TOKEN`.
  case notBearer
  /// The token was valid until it expired.
  case expired
  /// Every other token that was refused.
  case invalid
  /// The token is valid; its session or its membership has ended.
  case ended
  /// The token is that of a card reader, or was once.
  case reader

  private static let message = "This needs a valid session token."

  var error: GraphQLError {
    let detail =
      switch self {
      case .missing: " Send one in the header \"Authorization: Bearer TOKEN\"."
      case .notBearer: " The header must have the form \"Authorization: Bearer TOKEN\"."
      case .expired: " This one has expired: refreshSession gives another one."
      case .invalid: " This one is not valid here."
      case .ended: ""
      case .reader: " This one is of a card reader, which sends checkInByCard alone, until it is revoked."
      }
    return GraphQLError(Self.message + detail, code: .unauthenticated)
  }
}
