/// The reason why an identity token is refused. For logs and tests: a client learns no more than that it is refused,
/// or that it may try later.
package enum IdentityTokenError: Error, Hashable, Sendable {
  /// The token has more than ``IdentityTokenVerifier/maximumLength`` bytes.
  case tooLong
  /// It is no compact JSON Web Token, or its header or claims are not what those of an identity token are.
  case malformed
  /// `alg` is none that the provider may use, or the header asks for an extension to be understood.
  case algorithm
  /// `kid` names no key of the key set.
  case unknownKey
  /// The key that `kid` names did not make the signature.
  case signature
  case wrongIssuer
  case wrongAudience
  case expired
  /// `iat` is in the future.
  case issuedInFuture
  /// `nbf` is in the future.
  case notYetValid
  /// The token is not of the request that the client says it made.
  case wrongNonce
  /// The key set cannot be had, and nothing is known of it from before.
  case keysUnavailable(String)
}
