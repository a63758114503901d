@testable import SessionTokens

/// Keys, times and tokens that the tests share.
enum Tokens {
  static let secret = "0123456789abcdef0123456789abcdef"
  static let otherSecret = "fedcba9876543210fedcba9876543210"
  static let issuer = "hatched"
  static let audience = "hatched-api"

  /// When the tests take place.
  static let now: Int64 = 1_800_000_000

  static let header = #"{"alg":"HS256","typ":"JWT"}"#

  static func keys(_ secrets: String...) throws -> SecretKeys {
    try SecretKeys(secrets.map { Array($0.utf8) })
  }

  /// Accepts what ``forged(header:payload:secret:)`` makes by default.
  static func verifier(keys: SecretKeys? = nil) throws -> TokenVerifier {
    let keys = try keys ?? self.keys(secret)
    return TokenVerifier(keys: keys, issuer: issuer, audience: audience, leeway: 30, maximumLifetime: 86_400)
  }

  static func verify(_ token: String) throws -> TokenClaims {
    try verifier().verify(token, now: now)
  }

  /// Why a token is refused; nil when it is taken.
  static func refusal(of token: String) throws -> TokenError? {
    let verifier = try verifier()
    do {
      _ = try verifier.verify(token, now: now)
      return nil
    } catch {
      return error
    }
  }

  static func refusal(header: String = header, payload: String = payload()) throws -> TokenError? {
    try refusal(of: forged(header: header, payload: payload))
  }

  /// A payload with some of its claims in other words. Nil leaves a claim out.
  static func payload(
    iss: String? = #""hatched""#,
    aud: String? = #""hatched-api""#,
    sub: String? = #""account""#,
    iat: String? = "\(now)",
    exp: String? = "\(now + 3600)",
    nbf: String? = nil,
    more: String? = nil
  ) -> String {
    let claims = [("iss", iss), ("aud", aud), ("sub", sub), ("iat", iat), ("exp", exp), ("nbf", nbf)]
    var members = claims.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    if let more { members.append(more) }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// A token of any header and payload, signed as HS256 does.
  static func forged(
    header: String = header,
    payload: String = payload(),
    secret: String = secret
  ) -> String {
    JSONWebToken.signed(
      header: Base64URL.encode(header.utf8),
      payload: Base64URL.encode(payload.utf8),
      with: SecretKey(Array(secret.utf8)))
  }
}
