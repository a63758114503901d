import Planning
import SQL
package import SessionTokens

/// Makes the tokens of sessions: what the type `Session` of the SDL shows.
package struct SessionIssuer: Sendable {
  private let signer: TokenSigner
  private let tokenLifetime: Int
  let refreshLifetime: Int
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - tokenLifetime: the number of seconds for which a session token is valid. The role and the family that it names
  ///     are looked up with each request all the same.
  ///   - refreshLifetime: the number of seconds for which a session can be continued after its last refresh.
  ///   - now: seconds since 1970.
  package init(
    signer: TokenSigner, tokenLifetime: Int, refreshLifetime: Int, now: @escaping @Sendable () -> Int64
  ) {
    self.signer = signer
    self.tokenLifetime = tokenLifetime
    self.refreshLifetime = refreshLifetime
    self.now = now
  }

  /// The values of a `Session`.
  /// - Parameters:
  ///   - refreshToken: a new one; nil where the one that the client has stays good.
  ///   - age: its age in seconds.
  func values(
    of viewer: AccountViewer, _ refreshToken: RefreshToken? = nil, madeBefore age: Int32 = 0
  ) -> [String: GivenValue] {
    let now = now()
    let token = signer.sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: now, expiresAt: now + Int64(tokenLifetime),
        privateClaims: SessionToken(viewer: viewer).privateClaims))
    var values: [String: GivenValue] = [
      "sessionToken": .text(token), "sessionExpiresAt": .moment(now + Int64(tokenLifetime)),
    ]
    if let refreshToken {
      values["refreshToken"] = .text(refreshToken.text)
      values["refreshTokenExpiresAt"] = .moment(now - Int64(age) + Int64(refreshLifetime))
    }
    return values
  }
}
