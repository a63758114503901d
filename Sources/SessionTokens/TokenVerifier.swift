/// Checks session tokens: HS256 JSON Web Tokens — RFC 7515, section 5.2; RFC 7519, section 7.2; RFC 8725.
package struct TokenVerifier: Sendable {
  /// In bytes. Longer tokens are refused unread.
  package static let maximumLength = 4096

  private let keys: SecretKeys
  private let issuer: String
  private let audience: String
  private let leeway: Int64
  private let maximumLifetime: Int64

  /// - Parameters:
  ///   - keys: the keys, any of which may have signed
  ///   - issuer: the required `iss`
  ///   - audience: the value that `aud` must equal or contain
  ///   - leeway: the seconds by which the clocks of signer and verifier may differ
  ///   - maximumLifetime: the seconds from `iat` to `exp` that a token may have at most
  package init(
    keys: SecretKeys,
    issuer: String,
    audience: String,
    leeway: Int = 30,
    maximumLifetime: Int = 90 * 86_400
  ) {
    self.keys = keys
    self.issuer = issuer
    self.audience = audience
    self.leeway = Int64(leeway)
    self.maximumLifetime = Int64(maximumLifetime)
  }

  /// The claims of a token that is good at `now` (seconds since 1970-01-01 00:00 UTC).
  ///
  /// Claims are read only once the signature holds.
  package func verify(_ token: String, now: Int64) throws(TokenError) -> TokenClaims {
    guard token.utf8.count <= Self.maximumLength else { throw .tooLong }
    let token = try JSONWebToken(compact: Array(token.utf8), keys: keys)
    try token.verifySignature(with: keys)
    guard let payload = Base64URL.decode(token.payload) else { throw .notBase64URL(.payload) }
    guard let object = JSONObject(payload) else { throw .notJSONObject(.payload) }
    let reader = ClaimsReader(object: object)
    try checkParties(reader)
    let claims = try reader.claims()
    // No clock of ours shows a time before 1970, and no claim holds one: no difference below overflows.
    try checkTimes(of: claims, now: max(now, 0))
    return claims
  }

  private func checkParties(_ reader: ClaimsReader) throws(TokenError) {
    guard try reader.string("iss").isSpelled(issuer) else { throw .wrongIssuer }
    guard try reader.audience().contains(where: { $0.isSpelled(audience) }) else { throw .wrongAudience }
  }

  private func checkTimes(of claims: TokenClaims, now: Int64) throws(TokenError) {
    guard now - claims.expiresAt < leeway else { throw .expired }
    guard (claims.notBefore ?? 0) - now <= leeway else { throw .notYetValid }
    guard claims.issuedAt - now <= leeway else { throw .issuedInFuture }
    guard claims.expiresAt - claims.issuedAt <= maximumLifetime else { throw .lifetimeTooLong }
  }
}

extension String {
  /// Whether both are the same code points (RFC 7519, section 2, StringOrURI). `==` also holds for texts
  /// that Unicode calls canonically equivalent.
  fileprivate func isSpelled(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
