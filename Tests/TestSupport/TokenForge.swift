import SessionTokens

/// Makes tokens of any header and payload, with a server's secret or with another.
package struct TokenForge: Sendable {
  package let secret: String
  package let issuer: String
  package let audience: String
  package let subject: String
  /// By name; nothing in them needs an escape.
  package let privateClaims: [String: String]
  /// Seconds since 1970.
  package let now: Int64

  package init(
    secret: String, issuer: String, audience: String, subject: String, privateClaims: [String: String] = [:], now: Int64
  ) {
    self.secret = secret
    self.issuer = issuer
    self.audience = audience
    self.subject = subject
    self.privateClaims = privateClaims
    self.now = now
  }

  package static let header = #"{"alg":"HS256","typ":"JWT"}"#

  /// Claims in order, with some of them in other words.
  /// - Parameters:
  ///   - changes: JSON by claim; nil leaves a claim out.
  ///   - more: further members.
  package func payload(_ changes: [String: String?] = [:], more: String? = nil) -> String {
    let standard: [(String, String?)] = [
      ("iss", "\"\(issuer)\""), ("aud", "\"\(audience)\""), ("sub", "\"\(subject)\""), ("iat", "\(now)"),
      ("exp", "\(now + 600)"), ("nbf", nil),
    ]
    let own = privateClaims.sorted { $0.key < $1.key }.map { ($0.key, Optional("\"\($0.value)\"")) }
    let members = (standard + own).compactMap { name, value in
      (changes[name] ?? value).map { "\"\(name)\":\($0)" }
    }
    return "{" + (members + (more.map { [$0] } ?? [])).joined(separator: ",") + "}"
  }

  /// A token of a header and a payload, signed as HS256 does whatever the header says.
  package func token(header: String = header, payload: String? = nil, secret: [UInt8]? = nil) -> String {
    signed(
      Base64URL.encode(header.utf8), Base64URL.encode((payload ?? self.payload()).utf8), secret: secret)
  }

  /// - Parameters:
  ///   - header: in base64url, or not.
  ///   - payload: in base64url, or not.
  package func signed(_ header: String, _ payload: String, secret: [UInt8]? = nil) -> String {
    JSONWebToken.signed(header: header, payload: payload, with: SecretKey(secret ?? Array(self.secret.utf8)))
  }
}
