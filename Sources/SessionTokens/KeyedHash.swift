/// Codes for messages, which only who has the secrets can tell. The same in each process with these secrets and this context.
package struct KeyedHash: Sendable {
  private let hmac: HMAC

  /// - Parameters:
  ///   - keys: the one that signs is derived from.
  ///   - purpose: no other use of the keys has the same one.
  package init(_ keys: SecretKeys, for purpose: String, _ context: [UInt8]) {
    hmac = HMAC(key: keys.signing.hmac.authenticationCode(for: Array(purpose.utf8) + [0] + context).bytes)
  }

  package func code(for message: [UInt8]) -> Digest { hmac.authenticationCode(for: message) }
}
