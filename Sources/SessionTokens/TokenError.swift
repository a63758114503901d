/// The reason why a session token was refused. For logs and tests only: a client must not learn which check failed.
package enum TokenError: Error, Hashable, Sendable {
  /// One of the three parts of a compact token.
  package enum Part: Hashable, Sendable { case header, payload, signature }

  /// The token has more than ``TokenVerifier/maximumLength`` bytes.
  case tooLong
  /// There are not exactly three parts, or one of them is empty.
  case notThreeParts
  /// The part is not strict base64url.
  case notBase64URL(Part)
  /// The part is not a JSON object, or one that says a thing twice.
  case notJSONObject(Part)
  /// `alg` is not HS256.
  case algorithm
  /// `typ` names something other than a token of this kind.
  case type
  /// The header asks with `crit` for an extension to be understood; none is.
  case criticalExtension
  /// `kid` names none of the configured secrets.
  case unknownKey
  /// None of the secrets in question made the signature.
  case signature
  case missingClaim(String)
  /// The claim's value is not of its type.
  case malformedClaim(String)
  case wrongIssuer
  case wrongAudience
  case expired
  /// `nbf` is in the future.
  case notYetValid
  /// `iat` is in the future.
  case issuedInFuture
  /// `exp` is later after `iat` than any token of ours would be.
  case lifetimeTooLong
}
