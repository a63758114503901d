import Testing

@testable import SessionTokens

/// Tokens that are odd in their outer form.
struct CompactTokenTests {
  @Test("A token in order is taken")
  func good() throws {
    let claims = try Tokens.verify(Tokens.forged())
    let expected = TokenClaims(subject: "account", issuedAt: Tokens.now, expiresAt: Tokens.now + 3600)
    #expect(claims == expected)
  }

  /// RFC 7515, appendix A.1. Its claims lack those that a session has.
  @Test("The signature of RFC 7515, A.1 holds, and fails when one character of it differs")
  func publishedExample() throws {
    let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    let key = try #require(Base64URL.decode(Array(secret.utf8)[...]))
    let token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
      + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let verifier = TokenVerifier(keys: try SecretKeys([key]), issuer: "joe", audience: "")
    #expect(throws: TokenError.missingClaim("aud")) { try verifier.verify(token, now: 0) }
    let altered = token.replacing(".d", with: ".e")
    #expect(throws: TokenError.signature) { try verifier.verify(altered, now: 0) }
  }

  @Test(
    "A text that is not three parts is refused",
    arguments: [
      "", ".", "..", "...", "abc", "abc.def", ".abc.def", "abc..def", "abc.def.", "Bearer abc",
      Tokens.forged() + ".", Tokens.forged() + ".AAAA", "." + Tokens.forged(),
    ])
  func notThreeParts(token: String) throws {
    #expect(try Tokens.refusal(of: token) == .notThreeParts)
  }

  @Test("Padding, white space and other alphabets are not read over", arguments: ["=", " ", "\n", "+", "/", "\0"])
  func strictBase64URL(character: String) throws {
    let expected: [TokenError] = [.notBase64URL(.header), .signature, .notBase64URL(.signature)]
    for (index, error) in expected.enumerated() {
      var parts = Tokens.forged().split(separator: ".").map(String.init)
      parts[index] += character
      #expect(try Tokens.refusal(of: parts.joined(separator: ".")) == error)
    }
  }

  @Test("A signed payload in loose base64url is refused all the same")
  func loosePayload() throws {
    let token = JSONWebToken.signed(
      header: Base64URL.encode(Tokens.header.utf8), payload: "e30=",
      with: SecretKey(Array(Tokens.secret.utf8)))
    #expect(try Tokens.refusal(of: token) == .notBase64URL(.payload))
  }

  @Test("The spare bits of a signature's last character cannot be set")
  func trailingBits() throws {
    let token = Tokens.forged()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(token.last.flatMap { alphabet.firstIndex(of: $0) })
    for spare in 1...3 {
      let twin = String(token.dropLast()) + String(alphabet[last + spare])
      #expect(try Tokens.refusal(of: twin) == .notBase64URL(.signature))
    }
  }

  @Test("A signature that is too long or too short is refused")
  func signatureLength() throws {
    #expect(try Tokens.refusal(of: Tokens.forged() + "AAAAA") == .signature)
    #expect(try Tokens.refusal(of: String(Tokens.forged().dropLast(3))) == .signature)
  }

  @Test("No prefix of a good token is good")
  func truncation() throws {
    let token = Tokens.forged()
    for count in 0..<token.count {
      #expect(try Tokens.refusal(of: String(token.prefix(count))) != nil)
    }
  }

  @Test("No single character of a good token can be another")
  func alteration() throws {
    let token = Array(Tokens.forged())
    for index in token.indices {
      var altered = token
      altered[index] = token[index] == "A" ? "B" : "A"
      #expect(try Tokens.refusal(of: String(altered)) != nil)
    }
  }

  @Test("A token may be 4 KiB long and not a byte longer")
  func length() throws {
    let signed = { (count: Int) in
      Tokens.forged(payload: Tokens.payload(more: "\"x\":\"\(String(repeating: "x", count: count))\""))
    }
    let longest = try #require((0..<4096).map(signed).last { $0.utf8.count <= TokenVerifier.maximumLength })
    #expect(longest.utf8.count > TokenVerifier.maximumLength - 4)
    #expect(try Tokens.verify(longest).subject == "account")
    #expect(try Tokens.refusal(of: signed(4096)) == .tooLong)
    #expect(try Tokens.refusal(of: String(repeating: ".", count: 10_000_000)) == .tooLong)
  }
}
