import Foundation
import SessionTokens
import TestSupport
import Testing

@testable import IdentityTokens

/// RFC 8725, "JSON Web Token Best Current Practices", for tokens that a public key verifies.
@Suite struct IdentityTokenPracticesTests {
  private static let now = 1_800_000_000.0
  private static let provider = Result { try TestApple() }
  private static let file: Result<String, any Error> = Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json")
    try provider.get().keySet.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private static var claims: String { TestApple.Claims(now: now, nonce: "a nonce").json }
  private static let header = #"{"kid":"key-1","alg":"RS256"}"#

  /// Why a token is refused; nil when it is taken.
  private func refusal(of token: String) async throws -> IdentityTokenError? {
    let verifier = IdentityTokenVerifier(
      keys: ProviderKeySet(.file(try Self.file.get())), audiences: [TestApple.audience]) { Self.now }
    do throws(IdentityTokenError) {
      _ = try await verifier.user(token: token, nonce: "a nonce")
      return nil
    } catch {
      return error
    }
  }

  @Test("No form of the public key is a secret: section 3.1", arguments: ["HS256", "HS384", "HS512", "RS256"])
  func confusion(alg: String) async throws {
    let header = Base64URL.encode("{\"kid\":\"key-1\",\"alg\":\"\(alg)\"}".utf8)
    for (name, bytes) in try Self.provider.get().publicTexts {
      let token = JSONWebToken.signed(
        header: header, payload: Base64URL.encode(Self.claims.utf8), with: SecretKey(bytes))
      #expect(try await refusal(of: token) == (alg == "RS256" ? .signature : .algorithm), "\(name)")
    }
  }

  /// Headers over a signature that is the provider's own.
  static let headers: [(header: String, refusal: IdentityTokenError?)] = [
    (header, nil),
    (#"{"kid":"key-1","alg":"RS256","typ":"JWT"}"#, nil),
    (#"{"kid":"key-1","alg":"RS256","typ":"dpop+jwt"}"#, .malformed),
    (#"{"kid":"key-1","alg":"RS256","typ":null}"#, .malformed),
    (#"{"kid":"key-1","alg":"none"}"#, .algorithm), (#"{"kid":"key-1","alg":"nOnE"}"#, .algorithm),
    (#"{"kid":"key-1","alg":"rs256"}"#, .algorithm), (#"{"kid":"key-1","alg":"RS384"}"#, .algorithm),
    (#"{"kid":"key-1","alg":"RS512"}"#, .algorithm), (#"{"kid":"key-1","alg":"PS256"}"#, .algorithm),
    (#"{"kid":"key-1","alg":"ES256"}"#, .algorithm), (#"{"kid":"key-1","alg":"EdDSA"}"#, .algorithm),
    (#"{"kid":"key-1"}"#, .malformed), (#"{"kid":"key-1","alg":["RS256"]}"#, .malformed),
    (#"{"kid":"key-1","alg":"none","alg":"RS256"}"#, .malformed),
    (#"{"kid":"key-1","alg":"RS256","\u0061lg":"none"}"#, .malformed),
    (#"{"kid":"key-2","kid":"key-1","alg":"RS256"}"#, .malformed),
    (#"{"kid":"key-1","alg":"RS256","crit":[]}"#, .algorithm),
    (#"{"kid":"key-1","alg":"RS256","crit":null}"#, .algorithm),
    (#"{"kid":"key-1","alg":"RS256","b64":false,"crit":["b64"]}"#, .algorithm),
    (#"{"kid":"key-1","alg":"RS256"}{}"#, .malformed), ("[]", .malformed),
    (#"{"kid":"key-1","alg":"RS256","x":"é"}"#, .malformed),
    // `kid` chooses among the keys of the set, and opens no file, address or table.
    (#"{"kid":"","alg":"RS256"}"#, .unknownKey), (#"{"kid":null,"alg":"RS256"}"#, .unknownKey),
    (#"{"kid":1,"alg":"RS256"}"#, .unknownKey), (#"{"kid":["key-1"],"alg":"RS256"}"#, .unknownKey),
    (#"{"kid":"../../../../dev/null","alg":"RS256"}"#, .unknownKey),
    (#"{"kid":"/etc/passwd","alg":"RS256"}"#, .unknownKey),
    (#"{"kid":"' OR '1'='1","alg":"RS256"}"#, .unknownKey), (#"{"kid":"key-1\u0000","alg":"RS256"}"#, .unknownKey),
    (#"{"kid":"KEY-1","alg":"RS256"}"#, .unknownKey), (#"{"kid":"http://127.0.0.1:1/","alg":"RS256"}"#, .unknownKey),
  ]

  @Test("Headers: sections 3.1, 3.2, 3.10 and 3.11", arguments: headers)
  func header(_ header: String, _ refusal: IdentityTokenError?) async throws {
    let token = try await Self.provider.get().token(header: header, payload: Self.claims)
    #expect(try await self.refusal(of: token) == refusal)
  }

  @Test("A key that the header brings along or points to is not used, nor asked for: section 3.10")
  func foreignKeys() async throws {
    let stranger = try TestApple()
    let provider = try Self.provider.get()
    try await KeyServer.run(stranger.keySet) { server, url in
      for member in ["\"jku\":\"\(url)\"", "\"x5u\":\"\(url)\"", "\"jwk\":\(try stranger.key)", #""x5c":["MIIB"]"#] {
        let header = "{\"kid\":\"key-1\",\"alg\":\"RS256\",\(member)}"
        let forged = try await stranger.token(header: header, payload: Self.claims)
        #expect(try await refusal(of: forged) == .signature, "\(member)")
        let real = try await provider.token(header: header, payload: Self.claims)
        #expect(try await refusal(of: real) == nil, "\(member)")
      }
      #expect(server.requests == 0)
    }
  }

  /// Claims by name in other words: JSON; nil leaves one out.
  static let changes: [(name: String, value: String?, refusal: IdentityTokenError?)] = [
    ("exp", "\"1800000600\"", .malformed), ("exp", nil, .malformed), ("exp", "null", .malformed),
    ("exp", "true", .malformed), ("exp", "[1800000600]", .malformed), ("exp", "1e400", .malformed),
    ("exp", "-1", .expired), ("exp", "-1e400", .malformed), ("exp", "0", .expired), ("exp", "1800000600.5", nil),
    ("exp", "1799999970", .expired), ("exp", "1799999970.5", nil), ("exp", "1799999971", nil),
    ("iat", "\"1800000000\"", .malformed), ("iat", nil, .malformed), ("iat", "1e400", .malformed),
    ("iat", "1800000030", nil), ("iat", "1800000031", .issuedInFuture),
    ("nbf", "1800000030", nil), ("nbf", "1800000031", .notYetValid), ("nbf", "\"0\"", .malformed),
    ("nbf", "1e400", .malformed),
    ("aud", "[\"\(TestApple.audience)\"]", nil), ("aud", "[\"a\",\"\(TestApple.audience)\"]", nil),
    ("aud", "[]", .wrongAudience), ("aud", "[\"a\"]", .wrongAudience), ("aud", "\"\"", .wrongAudience),
    ("aud", "[\"\(TestApple.audience)\",1]", .malformed), ("aud", "[[\"\(TestApple.audience)\"]]", .malformed),
    ("aud", "null", .malformed), ("aud", nil, .malformed), ("aud", "{}", .malformed),
    ("aud", "\"\(TestApple.audience.uppercased())\"", .wrongAudience),
    ("iss", "\"https://appleid.apple.com/\"", .wrongIssuer), ("iss", "\"http://appleid.apple.com\"", .wrongIssuer),
    ("iss", "[\"https://appleid.apple.com\"]", .malformed),
    ("nonce", nil, .wrongNonce), ("nonce", "null", .wrongNonce), ("nonce", "\"\"", .wrongNonce),
    ("nonce", "\"a nonce\"", .wrongNonce), ("nonce", "7", .malformed), ("nonce", "[\"a nonce\"]", .malformed),
    ("sub", "\"\"", .malformed), ("sub", "\"a\\u0000b\"", .malformed), ("sub", "7", .malformed),
    ("sub", nil, .malformed),
    ("sub", "\"\(String(repeating: "s", count: 256))\"", .malformed),
  ]

  @Test("Claims: sections 3.8, 3.9 and 3.10", arguments: changes)
  func claim(_ name: String, _ value: String?, _ refusal: IdentityTokenError?) async throws {
    var members = [
      "iss": "\"\(TestApple.issuer)\"", "aud": "\"\(TestApple.audience)\"", "sub": "\"a person\"",
      "iat": "1800000000", "exp": "1800000600",
      "nonce": "\"\(SHA256.hash(Array("a nonce".utf8)).hexadecimal)\"",
    ]
    members[name] = value
    let payload = "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    #expect(try await self.refusal(of: Self.provider.get().token(payload: payload)) == refusal)
  }

  @Test("A claim that is there twice is refused, however it is spelled", arguments: ["sub", "s\\u0075b", "aud", "exp"])
  func twice(_ name: String) async throws {
    let payload = Self.claims.dropLast() + ",\"\(name)\":\"\(TestApple.audience)\"}"
    #expect(try await refusal(of: Self.provider.get().token(payload: String(payload))) == .malformed)
  }

  @Test("There is one spelling of a token: section 3.3", arguments: ["=", "==", "+", "/", " ", "\n", "\0"])
  func spelling(_ more: String) async throws {
    let provider = try Self.provider.get()
    let token = try await provider.token(payload: Self.claims)
    #expect(try await refusal(of: token) == nil)
    for index in 0..<3 {
      var parts = token.split(separator: ".").map(String.init)
      parts[index] += more
      // Signed as it is spelled.
      if index < 2 { parts[2] = try await provider.signature(of: "\(parts[0]).\(parts[1])") }
      #expect(try await refusal(of: parts.joined(separator: ".")) == .malformed)
    }
  }

  @Test("A signature's last letter has no spare bits to set, and none of its bytes is another's")
  func signature() async throws {
    let token = try await Self.provider.get().token(payload: Self.claims)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    // 256 bytes: the last of their letters has four bits to spare.
    let last = try #require(token.last.flatMap { alphabet.firstIndex(of: $0) })
    for spare in 1...15 {
      #expect(try await refusal(of: token.dropLast() + String(alphabet[last + spare])) == .malformed)
    }
    let head = token.split(separator: ".").prefix(2).joined(separator: ".")
    for count in [0, 1, 255, 256, 257, 512] {
      let forged = "\(head).\(Base64URL.encode([UInt8](repeating: 0, count: count)))"
      #expect(try await refusal(of: forged) == .signature)
    }
  }

  @Test("A session token is no identity token: section 3.12")
  func sessionToken() async throws {
    let keys = try SecretKeys([Array("0123456789abcdef0123456789abcdef".utf8)])
    let token = TokenSigner(keys: keys, issuer: TestApple.issuer, audience: TestApple.audience).sign(
      TokenClaims(subject: "a", issuedAt: Int64(Self.now), expiresAt: Int64(Self.now) + 600))
    #expect(try await refusal(of: token) == .algorithm)
  }
}
