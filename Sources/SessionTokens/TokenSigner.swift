/// Makes session tokens: HS256 JSON Web Tokens — RFC 7519.
package struct TokenSigner: Sendable {
  private let key: SecretKey
  private let issuer: String
  private let audience: String

  /// Signs with the first of `keys`. `issuer` and `audience` become `iss` and `aud`.
  package init(keys: SecretKeys, issuer: String, audience: String) {
    key = keys.signing
    self.issuer = issuer
    self.audience = audience
  }

  /// The token in its compact form. The same claims give the same token.
  package func sign(_ claims: TokenClaims) -> String {
    var payload = JSONWriter()
    payload.member("iss", issuer)
    payload.member("aud", audience)
    payload.member("sub", claims.subject)
    payload.member("iat", claims.issuedAt)
    payload.member("exp", claims.expiresAt)
    if let notBefore = claims.notBefore { payload.member("nbf", notBefore) }
    for (name, value) in claims.privateClaims.sorted(by: { $0.key < $1.key })
    where !TokenClaims.registeredNames.contains(name) {
      payload.member(name, value)
    }
    return JSONWebToken.signed(header: key.header, payload: Base64URL.encode(payload.finished()), with: key)
  }
}
