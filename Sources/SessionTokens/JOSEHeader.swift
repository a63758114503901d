/// The relevant part of a token's header — RFC 7515, section 4.
///
/// The header is the sender's word alone, and decides nothing: the algorithm is pinned (RFC 8725, section 3.1), `kid`
/// chooses among the configured secrets only, and keys that the header brings along or points to (`jwk`, `jku`,
/// `x5c`, `x5u`) are not looked at.
struct JOSEHeader {
  /// `kid`
  var keyID: String?

  init(keyID: String) { self.keyID = keyID }

  init(base64URL text: ArraySlice<UInt8>) throws(TokenError) {
    guard let json = Base64URL.decode(text) else { throw .notBase64URL(.header) }
    // Everyone can send a header. Text beyond ASCII has no use in it, and costs much time to compare.
    guard json.allSatisfy({ $0 < 0x80 }), let members = JSONObject(json)?.members else { throw .notJSONObject(.header) }
    guard members["alg"] == .string("HS256") else { throw .algorithm }
    guard members["crit"] == nil else { throw .criticalExtension }
    switch members["typ"] {
    case nil: break
    case .string(let type) where Self.types.contains(type.lowercased()): break
    default: throw .type
    }
    switch members["kid"] {
    case nil: break
    case .string(let id): keyID = id
    default: throw .unknownKey
    }
  }

  /// Media types in lower case, without `application/`: RFC 7519, section 5.1, and RFC 9068, section 2.1.
  private static let types: Set<String> = ["jwt", "at+jwt"]
}
