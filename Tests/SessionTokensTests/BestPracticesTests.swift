import TestSupport
import Testing

@testable import SessionTokens

/// RFC 8725, "JSON Web Token Best Current Practices": each of its sections, as tokens that break it.
struct BestPracticesTests {
  static let forge = TokenForge(
    secret: Tokens.secret, issuer: Tokens.issuer, audience: Tokens.audience, subject: "account", now: Tokens.now)

  @Test("Is answered as it should be", arguments: forge.attacks)
  func attack(_ attack: TokenAttack) throws {
    let verifier = TokenVerifier(
      keys: try Tokens.keys(Tokens.secret), issuer: Tokens.issuer, audience: Tokens.audience)
    var refusal: TokenError?
    do throws(TokenError) { _ = try verifier.verify(attack.token, now: Tokens.now) } catch { refusal = error }
    #expect(refusal == attack.refusal)
  }

  @Test("Every section of its chapter 3 has its rows")
  func sections() {
    #expect(Set(Self.forge.attacks.map(\.section)) == Set((1...12).map { "3.\($0)" }))
    #expect(Self.forge.attacks.count > 150)
  }

  @Test("A token with nothing odd about it is taken, so the tests above can fail")
  func control() throws {
    #expect(try Tokens.refusal(of: Self.forge.token()) == nil)
  }

  /// Nothing that depends on where two authentication codes differ may decide how long it takes to compare them: the
  /// values are 256 bits, compared as one number each, and there is no other comparison of theirs.
  @Test("Authentication codes differ if any one of their bits does")
  func comparison() throws {
    let code = HMAC(key: Array(Tokens.secret.utf8)).authenticationCode(for: "message".utf8)
    #expect(try #require(Digest(code.bytes)) == code)
    for bit in 0..<256 {
      var bytes = code.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(try #require(Digest(bytes)) != code)
    }
  }
}
