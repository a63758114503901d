import Testing

@testable import SessionTokens

/// Tokens that are odd in their header.
struct TokenHeaderTests {
  @Test(
    "Only HS256 is taken, and it is spelled so",
    arguments: [
      #""none""#, #""None""#, #""NONE""#, #""nOnE""#, #""RS256""#, #""ES256""#, #""HS384""#, #""HS512""#,
      #""hs256""#, #""HS256 ""#, #""""#, "null", "true", "256", #"["HS256"]"#, #"{"HS256":true}"#,
    ])
  func algorithm(alg: String) throws {
    let header = "{\"alg\":\(alg),\"typ\":\"JWT\"}"
    #expect(try Tokens.refusal(header: header) == .algorithm)
    let unsigned = Base64URL.encode(header.utf8) + "." + Base64URL.encode(Tokens.payload().utf8) + "."
    #expect(try Tokens.refusal(of: unsigned) == .notThreeParts)
  }

  @Test("A header without an algorithm is refused")
  func missingAlgorithm() throws {
    #expect(try Tokens.refusal(header: #"{"typ":"JWT"}"#) == .algorithm)
  }

  @Test(
    "The header is one JSON object that says nothing twice",
    arguments: [
      "", "null", "[]", #""HS256""#, "{", #"{"alg":"HS256"}{}"#, #"{"alg":"none","alg":"HS256"}"#,
      #"{"alg":"HS256","alg":"none"}"#, #"{"alg":"HS256","\u0061lg":"HS256"}"#, #"{"alg":"HS256",}"#,
    ])
  func headerObject(header: String) throws {
    let expected: TokenError = header.isEmpty ? .notThreeParts : .notJSONObject(.header)
    #expect(try Tokens.refusal(header: header) == expected)
  }

  @Test("An extension that must be understood is not", arguments: [#"["b64"]"#, #"["exp"]"#, "[]", "null"])
  func criticalExtension(crit: String) throws {
    let header = "{\"alg\":\"HS256\",\"b64\":false,\"crit\":\(crit)}"
    #expect(try Tokens.refusal(header: header) == .criticalExtension)
  }

  @Test(
    "The type is that of a token, in either case, or not given",
    arguments: [#","typ":"JWT""#, #","typ":"jwt""#, #","typ":"at+jwt""#, #","typ":"AT+JWT""#, ""])
  func type(member: String) throws {
    let token = Tokens.forged(header: "{\"alg\":\"HS256\"\(member)}")
    #expect(try Tokens.verify(token).subject == "account")
  }

  @Test("A token of another kind is refused", arguments: [#""dpop+jwt""#, #""""#, "null", "1"])
  func otherType(typ: String) throws {
    #expect(try Tokens.refusal(header: "{\"alg\":\"HS256\",\"typ\":\(typ)}") == .type)
  }

  @Test(
    "A key that the header brings along or points to is not used",
    arguments: [
      #""jwk":{"kty":"oct","k":"ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA"}"#,
      #""jku":"https://example.org/keys""#, #""x5u":"https://example.org/x5u""#, #""x5c":["MIIB"]"#,
    ])
  func foreignKey(member: String) throws {
    let header = "{\"alg\":\"HS256\",\(member)}"
    #expect(try Tokens.verify(Tokens.forged(header: header)).subject == "account")
    #expect(try Tokens.refusal(of: Tokens.forged(header: header, secret: Tokens.otherSecret)) == .signature)
  }

  @Test func `The header that a key's own tokens have counts for no more than the same in other words`() throws {
    let key = SecretKey(Array(Tokens.secret.utf8))
    let same = Base64URL.encode("{ \"kid\": \"\(key.id)\", \"typ\": \"JWT\", \"alg\": \"HS256\" }".utf8)
    let payload = Base64URL.encode(Tokens.payload().utf8)
    let other = SecretKey(Array(Tokens.otherSecret.utf8))
    for header in [key.header, same] {
      #expect(try Tokens.verify(JSONWebToken.signed(header: header, payload: payload, with: key)).subject == "account")
      let forged = JSONWebToken.signed(header: header, payload: payload, with: other)
      #expect(try Tokens.refusal(of: forged) == .signature)
      #expect(try Tokens.refusal(of: "\(header).\(payload).") == .notThreeParts)
    }
    let foreign = JSONWebToken.signed(header: other.header, payload: payload, with: key)
    #expect(try Tokens.refusal(of: foreign) == .unknownKey)
  }
}
