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
  ///   - issuer: the required `iss`.
  ///   - audiences: the accepted values of `aud`: the bundle ids of apps and the service ids of web sites.
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

  /// The person who signed in.
  ///
  /// - Parameter nonce: the client's random value. The client gave Apple its SHA-256 in lower case
  ///   hexadecimal digits, and the token carries that: a reader of the token cannot derive the nonce from it.
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
    // Once it is known to be Apple's: a claim that is there twice could be read in two ways.
    guard let payload = Base64URL.decode(header.payload), JSONObject(payload) != nil else { throw .malformed }
    try check(claims, nonce: nonce)
    return AppleUser(
      subject: claims.sub, email: claims.email_verified?.isSet == true ? claims.email : nil,
      // Not yet expired, and at most so far ahead that a whole number can tell it.
      secondsLeft: Int(min(claims.exp - now() + Self.leeway, 1e9).rounded(.up)))
  }

  private func check(_ claims: AppleClaims, nonce: String) throws(AppleIdentityError) {
    guard claims.iss.utf8.elementsEqual(issuer.utf8) else { throw .wrongIssuer }
    guard claims.aud.values.contains(where: { audience in
      audiences.contains { $0.utf8.elementsEqual(audience.utf8) }
    }) else { throw .wrongAudience }
    let now = now()
    guard now - claims.exp < Self.leeway else { throw .expired }
    guard claims.iat - now <= Self.leeway else { throw .issuedInFuture }
    guard (claims.nbf ?? claims.iat) - now <= Self.leeway else { throw .notYetValid }
    let expected = SHA256.hash(Array(nonce.utf8))
    guard let digest = claims.nonce.flatMap({ Digest(hexadecimal: $0) }), digest == expected else {
      throw .wrongNonce
    }
    guard (1...255).contains(claims.sub.utf8.count), !claims.sub.utf8.contains(0) else { throw .malformed }
  }

  /// The part of a token's header that is read before its signature is checked — RFC 7515, section 4.1. Keys that it
  /// brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are not looked at — RFC 8725, section 3.10.
  private struct Header {
    let alg: String
    /// Nil when there is none, or one that is no text.
    let kid: String?
    let isCritical: Bool
    /// In base64url.
    let payload: ArraySlice<UInt8>

    /// Reads each part strictly, so that a token has no twin that means the same: the library that checks the
    /// signature takes padding, both alphabets, and the last of two members with one name.
    init(of token: String) throws(AppleIdentityError) {
      let parts = Array(token.utf8).split(
        separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 3, let json = Base64URL.decode(parts[0]), json.allSatisfy({ $0 < 0x80 }),
        let members = JSONObject(json)?.members, case .string(let algorithm)? = members["alg"],
        Base64URL.decode(parts[1]) != nil, Base64URL.decode(parts[2]) != nil
      else { throw .malformed }
      switch members["typ"] {
      case nil: break
      case .string(let type) where type.lowercased() == "jwt": break
      default: throw .malformed
      }
      alg = algorithm
      kid = if case .string(let id)? = members["kid"] { id } else { nil }
      isCritical = members["crit"] != nil
      payload = parts[1]
    }
  }
}
