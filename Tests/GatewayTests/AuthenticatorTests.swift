import SQL
import Domain
import SessionTokens
import Testing

@testable import Gateway

/// The viewer that an `Authorization` header names, and the cache of it.
struct AuthenticatorTests {
  private static let name = "hatched-tests"
  private let viewer = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)

  @Test func `A token is taken after any number of spaces, and kept once`() throws {
    let keys = try SecretKeys([Array("a secret of the tests that is long enough".utf8)])
    let token = TokenSigner(keys: keys, issuer: Self.name, audience: Self.name).sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: 1000, expiresAt: 2000,
        privateClaims: SessionToken(viewer: viewer).privateClaims))
    let authenticator = Authenticator(
      verifier: TokenVerifier(keys: keys, issuer: Self.name, audience: Self.name)
    ) { 1500 }
    for count in [1, 2, 3, 50, 60_000, 1] {
      let header = "Bearer" + String(repeating: " ", count: count) + token
      #expect(authenticator.viewer(authorization: header) == .account(viewer), "\(count)")
    }
    #expect(authenticator.keptCount == 1)
    #expect(authenticator.viewer(authorization: "Bearer \(token)x") == nil)
    #expect(authenticator.keptCount == 1)
  }
}
