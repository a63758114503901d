import Foundation
import HTTPTypes
import SessionTokens
import TestSupport
import Testing

@testable import IdentityTokens

/// Identity tokens of an OpenID Connect provider, whose keys are found by its configuration, on a web server.
@Suite struct OpenIDConnectTests {
  private static let now = 1_800_000_000.0
  private static let client = "org.example.client"
  private static let rsa = Result { try TestApple(keyID: "rsa-1") }

  /// Runs `body` with a server, its issuer, and a verifier that trusts it.
  private func run(
    configuration: @escaping @Sendable (String) -> String = { #"{"issuer":"\#($0)","jwks_uri":"\#($0)/auth/keys","unknown":[1]}"# },
    _ body: @escaping @Sendable (KeyServer, String, IdentityTokenVerifier) async throws -> Void
  ) async throws {
    try await KeyServer.run(#"{"keys":[]}"#) { server, url in
      let issuer = String(url.dropLast("/auth/keys".count))
      server.answer(with: .init(body: configuration(issuer)), at: "/.well-known/openid-configuration")
      let keys = ProviderKeySet(
        .discovery(try #require(ProviderIssuer(issuer))), algorithms: Set(ProviderKeys.Algorithm.allCases),
        intervals: .init(afterSuccess: .zero, afterFailure: .zero))
      let verifier = IdentityTokenVerifier(keys: keys, issuer: issuer, audiences: [Self.client, "web"], rules: .openIDConnect) { Self.now }
      try await body(server, issuer, verifier)
    }
  }

  private static func claims(_ issuer: String, _ change: (inout TestApple.Claims) -> Void = { _ in }) -> TestApple.Claims {
    var claims = TestApple.Claims(now: now, nonce: "a nonce")
    claims.issuer = issuer
    claims.audience = "\"\(client)\""
    change(&claims)
    return claims
  }

  private static func refusal(of token: String, _ verifier: IdentityTokenVerifier) async -> IdentityTokenError? {
    do throws(IdentityTokenError) {
      _ = try await verifier.user(token: token, nonce: "a nonce")
      return nil
    } catch {
      return error
    }
  }

  @Test func `Tokens of RS256 and ES256 are taken, also after the provider has changed its keys`() async throws {
    try await run { server, issuer, verifier in
      let (rsa, curve) = (try Self.rsa.get(), TestCurveKey())
      server.answer(with: .init(body: try #"{"keys":[\#(rsa.key),\#(curve.key)]}"#))
      #expect(try await verifier.user(token: rsa.token(Self.claims(issuer)), nonce: "a nonce").subject == "001234.0123456789abcdef")
      #expect(await Self.refusal(of: try curve.token(Self.claims(issuer)), verifier) == nil)
      let next = TestCurveKey(keyID: "curve-2")
      #expect(await Self.refusal(of: try next.token(Self.claims(issuer)), verifier) == .unknownKey)
      server.answer(with: .init(body: try #"{"keys":[\#(next.key)]}"#))
      #expect(await Self.refusal(of: try next.token(Self.claims(issuer)), verifier) == nil)
      #expect(await Self.refusal(of: try curve.token(Self.claims(issuer)), verifier) == .unknownKey)
    }
  }

  @Test func `A key is good for its own algorithm alone`() async throws {
    try await run { server, issuer, verifier in
      let (rsa, curve) = (try Self.rsa.get(), TestCurveKey())
      server.answer(with: .init(body: try #"{"keys":[\#(rsa.key),\#(curve.key)]}"#))
      let crossed = try await rsa.token(Self.claims(issuer), header: #"{"kid":"curve-1","alg":"RS256"}"#)
      #expect(await Self.refusal(of: crossed, verifier) == .unknownKey)
      for algorithm in ["ES384", "PS256", "EdDSA", "HS256", "none"] {
        let token = try await curve.token(Self.claims(issuer), header: #"{"kid":"curve-1","alg":"\#(algorithm)"}"#)
        #expect(await Self.refusal(of: token, verifier) == .algorithm)
      }
    }
  }

  @Test func `A token for several clients names the one that asked for it`() async throws {
    try await run { server, issuer, verifier in
      let curve = TestCurveKey()
      server.answer(with: .init(body: try #"{"keys":[\#(curve.key)]}"#))
      let cases: [(audience: String, party: String?, refusal: IdentityTokenError?)] = [
        (#"["org.example.client"]"#, nil, nil), (#"["org.example.client","other"]"#, nil, .wrongAudience),
        (#"["org.example.client","other"]"#, "org.example.client", nil), (#"["org.example.client","other"]"#, "other", .wrongAudience),
        (#"["other"]"#, "org.example.client", .wrongAudience), (#""web""#, "other", .wrongAudience),
      ]
      for (audience, party, refusal) in cases {
        let claims = Self.claims(issuer) {
          $0.audience = audience
          $0.authorizedParty = party
        }
        #expect(await Self.refusal(of: try curve.token(claims), verifier) == refusal, "\(audience) \(party ?? "-")")
      }
    }
  }

  @Test func `The nonce is the client's value, or its hash`() async throws {
    try await run { server, issuer, verifier in
      let curve = TestCurveKey()
      server.answer(with: .init(body: try #"{"keys":[\#(curve.key)]}"#))
      for (nonce, refusal) in [("a nonce", nil), ("another", .wrongNonce), ("", .wrongNonce)] as [(String, IdentityTokenError?)] {
        #expect(await Self.refusal(of: try curve.token(Self.claims(issuer) { $0.nonce = nonce }), verifier) == refusal)
      }
      #expect(await Self.refusal(of: try curve.token(Self.claims(issuer) { $0.nonce = nil }), verifier) == .wrongNonce)
    }
  }

  @Test func `A token of another issuer is refused`() async throws {
    try await run { server, issuer, verifier in
      let curve = TestCurveKey()
      server.answer(with: .init(body: try #"{"keys":[\#(curve.key)]}"#))
      for other in ["https://id.example.org", issuer + "/", issuer.uppercased()] {
        #expect(await Self.refusal(of: try curve.token(Self.claims(other)), verifier) == .wrongIssuer)
      }
    }
  }

  @Test(
    "A configuration that lies, or is none, gives no keys",
    arguments: [
      (#"{"issuer":"https://id.example.org","jwks_uri":"ISSUER/auth/keys"}"#, "the provider's configuration is of another issuer than ISSUER"),
      (#"{"issuer":"ISSUER/","jwks_uri":"ISSUER/auth/keys"}"#, "the provider's configuration is of another issuer than ISSUER"),
      (#"{"issuer":"ISSUER","jwks_uri":"http://id.example.org/keys"}"#, "the provider's configuration has a key set that is not read by https"),
      (#"{"issuer":"ISSUER","jwks_uri":"file:///etc/passwd"}"#, "the provider's configuration has a key set that is not read by https"),
    ])
  func lies(_ configuration: String, reason: String) async throws {
    try await run(configuration: { configuration.replacing("ISSUER", with: $0) }) { server, issuer, verifier in
      let curve = TestCurveKey()
      server.answer(with: .init(body: try #"{"keys":[\#(curve.key)]}"#))
      let token = try await curve.token(Self.claims(issuer))
      #expect(await Self.refusal(of: token, verifier) == .keysUnavailable(reason.replacing("ISSUER", with: issuer)))
    }
  }

  @Test func `A provider that is down, slow or not JSON gives no keys, and is asked again later`() async throws {
    try await run(configuration: { _ in "<html>" }) { server, issuer, verifier in
      let curve = TestCurveKey()
      let path = "/.well-known/openid-configuration"
      server.answer(with: .init(body: try #"{"keys":[\#(curve.key)]}"#))
      let token = try await curve.token(Self.claims(issuer))
      let configuration = #"{"issuer":"\#(issuer)","jwks_uri":"\#(issuer)/auth/keys"}"#
      for answer in [KeyServer.Answer(body: "<html>"), .init(status: .movedPermanently, body: ""), .init(body: configuration, delay: .seconds(8))] {
        server.answer(with: answer, at: path)
        guard case .keysUnavailable? = await Self.refusal(of: token, verifier) else {
          Issue.record("taken after \(answer)")
          continue
        }
      }
      server.answer(with: .init(body: configuration), at: path)
      #expect(await Self.refusal(of: token, verifier) == nil)
    }
  }
}
