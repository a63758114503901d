import Foundation
import JWTKit
import SessionTokens

/// Checks identity tokens of Sign in with Apple: RS256 JSON Web Tokens — RFC 7515, section 5.2; RFC 7519, section
/// 7.2; Apple's documentation, "Verifying a user".
package struct AppleIdentityVerifier: Sendable {
  /// In bytes. Longer tokens are refused unread; Apple's have about 800.
  package static let maximumLength = 8192
  /// By how many seconds Apple's clock and ours may differ.
  private static let leeway = 30.0

  private let keys: AppleKeySet
  private let issuer: String
  private let audiences: Set<String>
  private let now: @Sendable () -> Double

  /// - Parameters:
  ///   - issuer: what `iss` must be.
  ///   - audiences: one of which `aud` must be: the bundle ids of apps and the service ids of web sites.
  ///   - now: seconds since 1970.
  package init(
    keys: AppleKeySet, issuer: String = "https://appleid.apple.com", audiences: Set<String>,
    now: @escaping @Sendable () -> Double
  ) {
    self.keys = keys
    self.issuer = issuer
    self.audiences = audiences
    self.now = now
  }

  /// Who signed in.
  ///
  /// - Parameter nonce: what the client made up before it asked Apple. It gave Apple its SHA-256 in lower case
  ///   hexadecimal digits, and that is what the token carries: whoever sees a token cannot tell the nonce from it.
  package func user(token: String, nonce: String) async throws(AppleIdentityError) -> AppleUser {
    guard token.utf8.count <= Self.maximumLength else { throw .tooLong }
    let header = try Header(of: token)
    guard header.alg == "RS256", !header.isCritical else { throw .algorithm }
    guard let id = header.kid, let key = try await keys.key(id) else { throw .unknownKey }
    let claims: AppleClaims
    do {
      claims = try await key.verify(token, as: AppleClaims.self)
    } catch let error as JWTError where error.errorType == .signatureVerificationFailed {
      throw .signature
    } catch {
      throw .malformed
    }
    try check(claims, nonce: nonce)
    return AppleUser(
      subject: claims.sub, email: claims.email_verified?.isSet == true ? claims.email : nil)
  }

  private func check(_ claims: AppleClaims, nonce: String) throws(AppleIdentityError) {
    guard claims.iss.utf8.elementsEqual(issuer.utf8) else { throw .wrongIssuer }
    guard claims.aud.values.contains(where: { audience in
      audiences.contains { $0.utf8.elementsEqual(audience.utf8) }
    }) else { throw .wrongAudience }
    let now = now()
    guard now - claims.exp < Self.leeway else { throw .expired }
    guard claims.iat - now <= Self.leeway else { throw .issuedInFuture }
    let expected = SHA256.hash(Array(nonce.utf8))
    guard let digest = claims.nonce.flatMap({ Digest(hexadecimal: $0) }), digest == expected else {
      throw .wrongNonce
    }
    guard (1...255).contains(claims.sub.utf8.count), !claims.sub.utf8.contains(0) else { throw .malformed }
  }

  /// What of a token's header is to be known before its signature — RFC 7515, section 4.1.
  private struct Header: Decodable {
    let alg: String
    let kid: String?
    let isCritical: Bool

    init(of token: String) throws(AppleIdentityError) {
      let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 3, let json = Base64URL.decode(Array(parts[0])[...]),
        let header = try? JSONDecoder().decode(Header.self, from: Data(json))
      else { throw .malformed }
      self = header
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      alg = try container.decode(String.self, forKey: .alg)
      kid = try container.decodeIfPresent(String.self, forKey: .kid)
      isCritical = container.contains(.crit)
    }

    private enum Name: CodingKey {
      case alg, kid, crit
    }
  }
}
