/// A JSON Web Token taken apart, with its header checked and its signature not yet — RFC 7515, section 5.2.
///
/// The payload stays text until a key has vouched for it.
package struct JSONWebToken {
  var header: JOSEHeader
  /// The bytes that the signature covers: the first two parts and the dot between them.
  var signingInput: ArraySlice<UInt8>
  var payload: ArraySlice<UInt8>
  var signature: Digest

  /// Reads the compact serialization (section 7.1): `header.payload.signature`.
  /// - Parameter keys: those whose own header needs no reading.
  init(compact token: [UInt8], keys: SecretKeys) throws(TokenError) {
    let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts.contains(where: \.isEmpty) else { throw .notThreeParts }
    if let own = keys.header(spelled: parts[0]) { header = own } else { header = try JOSEHeader(base64URL: parts[0]) }
    guard let signature = Base64URL.decode(parts[2]) else { throw .notBase64URL(.signature) }
    guard let signature = Digest(signature) else { throw .signature }
    self.signature = signature
    signingInput = token[..<parts[1].endIndex]
    payload = parts[1]
  }

  /// - Throws: `unknownKey` or `signature`.
  func verifySignature(with keys: SecretKeys) throws(TokenError) {
    let candidates = keys.candidates(id: header.keyID)
    guard !candidates.isEmpty else { throw .unknownKey }
    guard candidates.contains(where: { $0.hmac.authenticationCode(for: signingInput) == signature }) else {
      throw .signature
    }
  }

  /// Signs with HS256 — RFC 7518, section 3.2.
  ///
  /// - Parameters:
  ///   - header: in base64url
  ///   - payload: in base64url
  package static func signed(header: String, payload: String, with key: SecretKey) -> String {
    let signingInput = header + "." + payload
    return signingInput + "." + Base64URL.encode(key.hmac.authenticationCode(for: signingInput.utf8).bytes)
  }
}
