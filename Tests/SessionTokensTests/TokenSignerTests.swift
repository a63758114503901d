import Testing

@testable import SessionTokens

struct TokenSignerTests {
  /// Made with Python's `hmac` and `base64`.
  private static let token = [
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ik9lMVNVckNiIn0",
    "eyJpc3MiOiJoYXRjaGVkIiwiYXVkIjoiaGF0Y2hlZC1hcGkiLCJzdWIiOiI3IiwiaWF0IjoxMDAwLCJleHAiOjQ2MDAsIm5iZiI6OTkw"
      + "LCJuYW1lIjoiWm_DqyBcIlpcIiIsInJvbCI6IlBBUkVOVCJ9",
    "Y6nOpSZUoy7D8nx2l3N6sVJGmcW8EyY1VZlr-PwmZFI",
  ].joined(separator: ".")

  private static let claims = TokenClaims(
    subject: "7", issuedAt: 1000, expiresAt: 4600, notBefore: 990,
    privateClaims: ["rol": "PARENT", "name": "Zoë \"Z\""])

  private let signer: TokenSigner

  init() throws {
    signer = TokenSigner(
      keys: try Tokens.keys(Tokens.secret), issuer: Tokens.issuer, audience: Tokens.audience)
  }

  @Test("A token is byte for byte what another implementation makes of the same claims")
  func sameAsAnotherImplementation() {
    #expect(signer.sign(Self.claims) == Self.token)
  }

  @Test("The verifier gives back what was signed")
  func roundTrip() throws {
    #expect(try Tokens.verifier().verify(signer.sign(Self.claims), now: 1000) == Self.claims)
  }

  @Test("A private claim cannot stand in for a registered one")
  func registeredNames() throws {
    var claims = Self.claims
    for name in ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"] { claims.privateClaims[name] = "9999999999" }
    #expect(signer.sign(claims) == Self.token)
  }
}
