import JWTKit

/// The claims of an identity token — OpenID Connect Core 1.0, section 2; RFC 7519; Apple's documentation, "Authenticating users with
/// Sign in with Apple".
struct IdentityClaims: JWTPayload {
  let iss: String
  let sub: String
  let aud: OneOrMany
  /// The client that asked for the token.
  let azp: String?
  /// NumericDates, which may have a fraction.
  let exp: Double
  let iat: Double
  let nbf: Double?
  let nonce: String?
  let email: String?
  let email_verified: Flag?

  /// Looked at by ``IdentityTokenVerifier``, once the signature holds.
  func verify(using algorithm: some JWTAlgorithm) {}

  /// RFC 7519, section 4.1.3.
  struct OneOrMany: Codable, Sendable {
    let values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode(String.self) {
        values = [one]
      } else {
        values = try container.decode([String].self)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }

  /// A boolean, which Apple also writes as a string.
  struct Flag: Codable, Sendable {
    let isSet: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        isSet = flag
      } else {
        isSet = try container.decode(String.self) == "true"
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isSet)
    }
  }
}
