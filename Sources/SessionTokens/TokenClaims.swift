/// The claims of a session token. Its issuer and audience belong to ``TokenSigner`` and ``TokenVerifier``.
///
/// Times are in seconds since 1970-01-01 00:00 UTC (NumericDate — RFC 7519, section 2), whole ones only.
package struct TokenClaims: Hashable, Sendable {
  /// `sub`
  package var subject: String
  /// `iat`
  package var issuedAt: Int64
  /// `exp`: the first moment at which the token is no longer good.
  package var expiresAt: Int64
  /// `nbf`: the first moment at which the token is good.
  package var notBefore: Int64?
  /// The claims whose meaning is this program's own, by name. A registered name has no place here:
  /// ``TokenSigner`` leaves it out, and ``TokenVerifier`` never puts one in.
  package var privateClaims: [String: String]

  package init(
    subject: String,
    issuedAt: Int64,
    expiresAt: Int64,
    notBefore: Int64? = nil,
    privateClaims: [String: String] = [:]
  ) {
    self.subject = subject
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.notBefore = notBefore
    self.privateClaims = privateClaims
  }

  /// RFC 7519, section 4.1.
  static let registeredNames: Set<String> = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]
}
