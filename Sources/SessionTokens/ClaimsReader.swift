/// Reads claims out of a token's payload, each with its type — RFC 7519, section 4.
struct ClaimsReader {
  var object: JSONObject

  /// All but issuer and audience.
  func claims() throws(TokenError) -> TokenClaims {
    TokenClaims(
      subject: try string("sub"),
      issuedAt: try date("iat"),
      expiresAt: try date("exp"),
      notBefore: object.members["nbf"] == nil ? nil : try date("nbf"),
      privateClaims: privateClaims)
  }

  func string(_ name: String) throws(TokenError) -> String {
    guard case .string(let text) = try value(name) else { throw .malformedClaim(name) }
    return text
  }

  /// `aud`: one string or an array of them.
  func audience() throws(TokenError) -> [String] {
    guard case .array(let elements) = try value("aud") else { return [try string("aud")] }
    var audience: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw .malformedClaim("aud") }
      audience.append(text)
    }
    return audience
  }

  /// A NumericDate, which here has no fraction and is not before 1970.
  private func date(_ name: String) throws(TokenError) -> Int64 {
    guard case .integer(let seconds) = try value(name), seconds >= 0 else { throw .malformedClaim(name) }
    return seconds
  }

  /// Those of other types are passed over, as claims that are not understood must be.
  private var privateClaims: [String: String] {
    var claims: [String: String] = [:]
    for case (let name, .string(let text)) in object.members
    where !TokenClaims.registeredNames.contains(name) {
      claims[name] = text
    }
    return claims
  }

  private func value(_ name: String) throws(TokenError) -> JSONObject.Value {
    guard let value = object.members[name] else { throw .missingClaim(name) }
    return value
  }
}
