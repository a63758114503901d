import Foundation
import SessionTokens
import Synchronization
import TestSupport
import Testing

@testable import IdentityTokens

/// The identity tokens that the verifier accepts, with a key set in a file.
@Suite struct IdentityTokenVerifierTests {
  private static let now = 1_800_000_000.0
  private static let provider = Result { try TestApple() }
  private static let stranger = Result { try TestApple() }
  private static let file: Result<String, any Error> = Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json")
    // A key of a kind that is not known here does no harm.
    try #"{"keys":[{"kty":"new","kid":"?"},\#(provider.get().key)]}"#.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private func verifier(_ audiences: Set<String> = [TestApple.audience]) throws -> IdentityTokenVerifier {
    IdentityTokenVerifier(keys: ProviderKeySet(.file(try Self.file.get())), audiences: audiences) { Self.now }
  }

  private func claims(_ change: (inout TestApple.Claims) -> Void = { _ in }) -> TestApple.Claims {
    var claims = TestApple.Claims(now: Self.now, nonce: "a nonce")
    change(&claims)
    return claims
  }

  @Test func `A token of Apple says who signed in`() async throws {
    let token = try await Self.provider.get().token(
      claims { $0.email = "ada@example.org" })
    let user = try await verifier().user(token: token, nonce: "a nonce")
    #expect(user == IdentityTokenUser(subject: "001234.0123456789abcdef", email: "ada@example.org", secondsLeft: 630))
  }

  @Test func `One of several audiences will do, on either side`() async throws {
    let token = try await Self.provider.get().token(claims { $0.audience = #"["other", "org.example.web"]"# })
    let user = try await verifier(["org.example.app", "org.example.web"]).user(token: token, nonce: "a nonce")
    #expect(user.email == nil)
  }

  @Test("An address counts only if Apple has verified it", arguments: [("true", true), ("\"true\"", true), ("false", false), ("\"false\"", false)])
  func email(verified: String, counts: Bool) async throws {
    let token = try await Self.provider.get().token(
      claims {
        $0.email = "ada@example.org"
        $0.emailVerified = verified
      })
    #expect(try await (verifier().user(token: token, nonce: "a nonce").email != nil) == counts)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: IdentityTokenError
    var header: String? = nil
    var nonce = "a nonce"
    var change: @Sendable (inout TestApple.Claims) -> Void = { _ in }
  }

  static let refusals = [
    Refusal(testDescription: "of another issuer", error: .wrongIssuer) { $0.issuer = "https://example.org" },
    Refusal(testDescription: "without an issuer", error: .malformed) { $0.issuer = nil },
    Refusal(testDescription: "for another app", error: .wrongAudience) { $0.audience = "\"org.example.other\"" },
    Refusal(testDescription: "for no app", error: .wrongAudience) { $0.audience = "[]" },
    Refusal(testDescription: "without a subject", error: .malformed) { $0.subject = nil },
    Refusal(testDescription: "with an empty subject", error: .malformed) { $0.subject = "" },
    Refusal(testDescription: "that expired longer ago than clocks differ", error: .expired) {
      $0.expiresAt = now - 30
    },
    Refusal(testDescription: "of the future", error: .issuedInFuture) { $0.issuedAt = now + 31 },
    Refusal(testDescription: "of another request", error: .wrongNonce, nonce: "another nonce"),
    Refusal(testDescription: "without a nonce", error: .wrongNonce) { $0.nonce = nil },
    Refusal(testDescription: "with the nonce itself, not its hash", error: .wrongNonce) { $0.nonce = "a nonce" },
    Refusal(
      testDescription: "with a nonce that was read off it", error: .wrongNonce,
      nonce: SHA256.hash(Array("a nonce".utf8)).hexadecimal),
    Refusal(testDescription: "with another algorithm", error: .algorithm, header: #"{"kid":"key-1","alg":"HS256"}"#),
    Refusal(testDescription: "without an algorithm", error: .algorithm, header: #"{"kid":"key-1","alg":"none"}"#),
    Refusal(
      testDescription: "with an extension", error: .algorithm,
      header: #"{"kid":"key-1","alg":"RS256","crit":["exp"]}"#),
    Refusal(testDescription: "of a key that is not Apple's", error: .unknownKey, header: #"{"kid":"key-2","alg":"RS256"}"#),
    Refusal(testDescription: "that names no key", error: .unknownKey, header: #"{"alg":"RS256"}"#),
  ]

  @Test("Refused is a token", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    let token = try await Self.provider.get().token(claims(refusal.change), header: refusal.header)
    await #expect(throws: refusal.error) { try await verifier().user(token: token, nonce: refusal.nonce) }
  }

  @Test func `Refused is a token that another key signed under the same id`() async throws {
    let token = try await Self.stranger.get().token(claims())
    await #expect(throws: IdentityTokenError.signature) { try await verifier().user(token: token, nonce: "a nonce") }
  }

  @Test func `Refused is a token whose claims were changed after it was signed`() async throws {
    let token = try await Self.provider.get().token(claims())
    let other = try await Self.provider.get().token(claims { $0.subject = "someone.else" })
    let parts = token.split(separator: ".")
    let forged = "\(parts[0]).\(other.split(separator: ".")[1]).\(parts[2])"
    await #expect(throws: IdentityTokenError.signature) { try await verifier().user(token: forged, nonce: "a nonce") }
  }

  @Test("Refused is text that is no token", arguments: ["", "a", "a.b", "a.b.c", "e30.e30.e30", "..", "a.b.c.d"])
  func noToken(_ text: String) async throws {
    await #expect(throws: IdentityTokenError.malformed) { try await verifier().user(token: text, nonce: "") }
  }

  @Test func `Refused unread is a token that is far too long`() async throws {
    let text = String(repeating: "a", count: IdentityTokenVerifier.maximumLength + 1)
    await #expect(throws: IdentityTokenError.tooLong) { try await verifier().user(token: text, nonce: "") }
  }
}
