/// One secret, ready for use. Only what HMAC derives from it is kept.
package struct SecretKey: Sendable {
  /// The `kid` of tokens that this key signed. It follows from the secret, so that all gateways agree on it without
  /// more configuration, and tells no more of the secret than any signature does.
  let id: String
  /// The header of the tokens that this key signs, in base64url.
  let header: String
  let hmac: HMAC

  package init(_ secret: [UInt8]) {
    hmac = HMAC(key: secret)
    id = Base64URL.encode(hmac.authenticationCode(for: "key id".utf8).bytes.prefix(6))
    var header = JSONWriter()
    header.member("alg", "HS256")
    header.member("typ", "JWT")
    header.member("kid", id)
    self.header = Base64URL.encode(header.finished())
  }
}
