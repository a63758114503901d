import Testing

@testable import SessionTokens

/// Tokens of several secrets, and of wrong ones.
struct TokenKeyTests {
  @Test("A token of another secret is refused")
  func otherSecret() throws {
    #expect(try Tokens.refusal(of: Tokens.forged(secret: Tokens.otherSecret)) == .signature)
  }

  @Test("While secrets rotate, the tokens of each are good, with and without a key id")
  func rotation() throws {
    let claims = TokenClaims(subject: "a", issuedAt: Tokens.now, expiresAt: Tokens.now + 60)
    let sign = { (keys: SecretKeys) in
      TokenSigner(keys: keys, issuer: Tokens.issuer, audience: Tokens.audience).sign(claims)
    }
    let old = try Tokens.keys(Tokens.secret)
    let both = try Tokens.keys(Tokens.otherSecret, Tokens.secret)
    let new = try Tokens.keys(Tokens.otherSecret)
    let during = try Tokens.verifier(keys: both)
    #expect(try during.verify(sign(old), now: Tokens.now) == claims)
    #expect(try during.verify(sign(both), now: Tokens.now) == claims)
    #expect(try during.verify(Tokens.forged(), now: Tokens.now).subject == "account")
    #expect(sign(both) == sign(new))
    let after = try Tokens.verifier(keys: new)
    #expect(throws: TokenError.unknownKey) { try after.verify(sign(old), now: Tokens.now) }
    #expect(throws: TokenError.signature) { try after.verify(Tokens.forged(), now: Tokens.now) }
  }

  @Test(
    "A key id only ever selects among the configured secrets",
    arguments: [#""nope""#, #""""#, #""../key""#, "null", "1"])
  func unknownKey(kid: String) throws {
    #expect(try Tokens.refusal(header: "{\"alg\":\"HS256\",\"kid\":\(kid)}") == .unknownKey)
  }

  @Test("A key id that names another configured secret than the one that signed is refused")
  func mismatchedKey() throws {
    let keys = try Tokens.keys(Tokens.secret, Tokens.otherSecret)
    let token = Tokens.forged(header: "{\"alg\":\"HS256\",\"kid\":\"\(keys.keys[1].id)\"}")
    #expect(throws: TokenError.signature) {
      try Tokens.verifier(keys: keys).verify(token, now: Tokens.now)
    }
  }
}
