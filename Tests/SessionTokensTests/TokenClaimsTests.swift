import Testing

@testable import SessionTokens

/// Tokens that are signed as they should be and odd in what they claim.
struct TokenClaimsTests {
  @Test(
    "The claims are one JSON object that says nothing twice",
    arguments: [
      "null", "[]", "\"text\"", "{", Tokens.payload() + "{}", Tokens.payload(more: #""sub":"other""#),
      Tokens.payload(more: #""e\u0078p":9999999999"#), Tokens.payload(more: #""rol":"STUDENT","rol":"PARENT""#),
    ])
  func payloadObject(payload: String) throws {
    #expect(try Tokens.refusal(payload: payload) == .notJSONObject(.payload))
  }

  @Test(
    "A claim that a session has is not missing",
    arguments: [
      ("iss", Tokens.payload(iss: nil)), ("aud", Tokens.payload(aud: nil)),
      ("sub", Tokens.payload(sub: nil)), ("iat", Tokens.payload(iat: nil)),
      ("exp", Tokens.payload(exp: nil)),
    ])
  func missing(claim: String, payload: String) throws {
    #expect(try Tokens.refusal(payload: payload) == .missingClaim(claim))
  }

  @Test(
    "A time is a whole number of seconds since 1970",
    arguments: [
      #""1800003600""#, "1800003600.0", "1800003600.5", "1.8000036e9", "18000036e2", "1e400", "-1", "-1e400",
      "true", "null", "[1800003600]", "{}", "9223372036854775808", "99999999999999999999999999",
    ])
  func malformedTimes(value: String) throws {
    for (claim, payload) in [
      ("exp", Tokens.payload(exp: value)), ("iat", Tokens.payload(iat: value)),
      ("nbf", Tokens.payload(nbf: value)),
    ] {
      #expect(try Tokens.refusal(payload: payload) == .malformedClaim(claim))
    }
  }

  @Test("Other claims have their types as well")
  func malformedClaims() throws {
    for (claim, payload) in [
      ("iss", Tokens.payload(iss: #"["hatched"]"#)), ("sub", Tokens.payload(sub: "7")),
      ("aud", Tokens.payload(aud: "null")), ("aud", Tokens.payload(aud: #"["hatched-api",1]"#)),
    ] {
      #expect(try Tokens.refusal(payload: payload) == .malformedClaim(claim))
    }
  }

  @Test("Clocks may differ by the leeway", arguments: [-9999, -31, -30, -29, 29, 30, 31, 9999] as [Int64])
  func leeway(offset: Int64) throws {
    let time = "\(Tokens.now + offset)"
    let expiring = Tokens.payload(iat: "\(Tokens.now - 20_000)", exp: time)
    #expect(try Tokens.refusal(payload: expiring) == (offset > -30 ? nil : .expired))
    let starting = Tokens.payload(nbf: time)
    #expect(try Tokens.refusal(payload: starting) == (offset <= 30 ? nil : .notYetValid))
    let issued = Tokens.payload(iat: time, exp: "\(Tokens.now + 20_000)")
    #expect(try Tokens.refusal(payload: issued) == (offset <= 30 ? nil : .issuedInFuture))
  }

  @Test("A lifetime longer than any that is given out is refused")
  func lifetime() throws {
    let payload = { (seconds: Int64) in Tokens.payload(exp: "\(Tokens.now + seconds)") }
    #expect(try Tokens.verify(Tokens.forged(payload: payload(86_400))).expiresAt == Tokens.now + 86_400)
    #expect(try Tokens.refusal(payload: payload(86_401)) == .lifetimeTooLong)
    #expect(try Tokens.refusal(payload: Tokens.payload(iat: "0", exp: "\(Int64.max)")) == .lifetimeTooLong)
  }

  @Test("No time on the clock and in the claims makes a sum overflow", arguments: [Int64.min, -1, 0, .max])
  func extremeTimes(now: Int64) throws {
    for value in [0, Int64.max] {
      let payload = Tokens.payload(iat: "\(value)", exp: "\(value)", nbf: "\(value)")
      let taken = (try? Tokens.verifier().verify(Tokens.forged(payload: payload), now: now)) != nil
      #expect(taken == (max(now, 0) == value))
    }
  }

  @Test(
    "The audience is one of those that the token names",
    arguments: [
      (#""hatched-api""#, true), (#"["hatched-api"]"#, true), (#"["other","hatched-api"]"#, true),
      (#""other""#, false), (#""""#, false), ("[]", false), (#"["other"]"#, false), (#""Hatched-API""#, false),
      (#""hatched-api ""#, false), (#"["hatched","-api"]"#, false),
    ])
  func audience(aud: String, taken: Bool) throws {
    #expect(try Tokens.refusal(payload: Tokens.payload(aud: aud)) == (taken ? nil : .wrongAudience))
  }

  @Test("The issuer is the configured one, letter for letter", arguments: ["", "Hatched", "hatched ", "hatche"])
  func issuer(iss: String) throws {
    #expect(try Tokens.refusal(payload: Tokens.payload(iss: "\"\(iss)\"")) == .wrongIssuer)
  }

  @Test("Texts that are only canonically equivalent are different issuers")
  func canonicalEquivalence() throws {
    let verifier = TokenVerifier(
      keys: try Tokens.keys(Tokens.secret), issuer: "caf\u{e9}", audience: Tokens.audience)
    let token = { (issuer: String) in Tokens.forged(payload: Tokens.payload(iss: "\"\(issuer)\"")) }
    #expect(try verifier.verify(token("caf\u{e9}"), now: Tokens.now).subject == "account")
    #expect(throws: TokenError.wrongIssuer) { try verifier.verify(token("cafe\u{301}"), now: Tokens.now) }
  }

  @Test("Private claims are the texts among the claims that are not registered")
  func privateClaims() throws {
    let more = #""rol":"PARENT","fam":"f","jti":"1","count":3,"list":["a"],"nothing":null"#
    let claims = try Tokens.verify(Tokens.forged(payload: Tokens.payload(more: more)))
    #expect(claims.privateClaims == ["rol": "PARENT", "fam": "f"])
  }
}
