import JWTKit
import SessionTokens

/// Checks identity tokens: signed JSON Web Tokens of an OpenID Connect provider, such as Apple — RFC 7515, section 5.2; RFC 7519, section
/// 7.2; OpenID Connect Core 1.0, section 3.1.3.7; Apple's documentation, "Verifying a user".
package struct IdentityTokenVerifier: Sendable {
  /// The points in which providers differ.
  package struct Rules: Sendable {
    /// Whether a token may carry the client's random value itself as its nonce, as libraries for OpenID Connect send it. Otherwise it
    /// carries the value's SHA-256 in lower case hexadecimal digits, from which a reader of the token cannot derive the value.
    let allowsPlainNonce: Bool
    /// Whether a token for several clients has to say which of them asked for it, by `azp`.
    let requiresAuthorizedParty: Bool

    package static let apple = Rules(allowsPlainNonce: false, requiresAuthorizedParty: false)
    package static let openIDConnect = Rules(allowsPlainNonce: true, requiresAuthorizedParty: true)
  }

  /// In bytes. Longer tokens are refused unread; Apple's have about 800.
  package static let maximumLength = 8192
  /// By how many seconds the provider's clock and ours may differ.
  private static let leeway = 30.0

  private let keys: ProviderKeySet
  private let issuer: String
  private let audiences: Set<String>
  private let rules: Rules
  private let now: @Sendable () -> Double

  /// - Parameters:
  ///   - issuer: the required `iss`.
  ///   - audiences: the accepted values of `aud`: the ids of clients, which are bundle ids of apps and service ids of web sites at Apple.
  ///   - now: seconds since 1970.
  package init(
    keys: ProviderKeySet, issuer: String = Self.apple, audiences: Set<String>, rules: Rules = .apple,
    now: @escaping @Sendable () -> Double
  ) {
    self.keys = keys
    self.issuer = issuer
    self.audiences = audiences
    self.rules = rules
    self.now = now
  }

  /// Apple, as tokens name it.
  package static let apple = "https://appleid.apple.com"

  /// The person who signed in.
  ///
  /// - Parameter nonce: the client's random value, which the token carries in the form that the provider has.
  package func user(token: String, nonce: String) async throws(IdentityTokenError) -> IdentityTokenUser {
    guard token.utf8.count <= Self.maximumLength else { throw .tooLong }
    let header = try Header(of: token)
    guard let algorithm = ProviderKeys.Algorithm(rawValue: header.alg), keys.algorithms.contains(algorithm), !header.isCritical else {
      throw .algorithm
    }
    guard let id = header.kid, let key = try await keys.key(id), key.algorithm == algorithm else { throw .unknownKey }
    let claims: IdentityClaims
    do {
      claims = try await key.collection.verify(token, as: IdentityClaims.self)
    } catch let error as JWTError where error.errorType == .signatureVerificationFailed {
      throw .signature
    } catch {
      throw .malformed
    }
    // Once it is known to be the provider's: a claim that is there twice could be read in two ways.
    guard let payload = Base64URL.decode(header.payload), JSONObject(payload) != nil else { throw .malformed }
    try check(claims, nonce: nonce)
    return IdentityTokenUser(
      subject: claims.sub, email: claims.email_verified?.isSet == true ? claims.email : nil,
      // Not yet expired, and at most so far ahead that a whole number can tell it.
      secondsLeft: Int(min(claims.exp - now() + Self.leeway, 1e9).rounded(.up)))
  }

  private func check(_ claims: IdentityClaims, nonce: String) throws(IdentityTokenError) {
    guard claims.iss.utf8.elementsEqual(issuer.utf8) else { throw .wrongIssuer }
    guard claims.aud.values.contains(where: isAudience) else { throw .wrongAudience }
    guard claims.azp.map(isAudience) ?? (claims.aud.values.count == 1 || !rules.requiresAuthorizedParty) else { throw .wrongAudience }
    let now = now()
    guard now - claims.exp < Self.leeway else { throw .expired }
    guard claims.iat - now <= Self.leeway else { throw .issuedInFuture }
    guard (claims.nbf ?? claims.iat) - now <= Self.leeway else { throw .notYetValid }
    guard let given = claims.nonce, carries(given, nonce) else { throw .wrongNonce }
    guard (1...255).contains(claims.sub.utf8.count), !claims.sub.utf8.contains(0) else { throw .malformed }
  }

  private func isAudience(_ client: String) -> Bool { audiences.contains { $0.utf8.elementsEqual(client.utf8) } }

  /// Whether a token carries a nonce.
  private func carries(_ given: String, _ nonce: String) -> Bool {
    let expected = SHA256.hash(Array(nonce.utf8))
    if let digest = Digest(hexadecimal: given), digest == expected { return true }
    return rules.allowsPlainNonce && SHA256.hash(Array(given.utf8)) == expected
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
    init(of token: String) throws(IdentityTokenError) {
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
