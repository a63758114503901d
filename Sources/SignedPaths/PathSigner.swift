package import SessionTokens

/// Signs the claims of addresses of one purpose, and reads them.
///
///     base64url(slot ‖ subject ‖ first 128 bits of HMAC-SHA-256(key of the purpose, slot ‖ subject))
///
/// The text is the same each time for the same claim. The first secret signs and all verify, so that a secret can be replaced.
package struct PathSigner: Sendable {
  /// The number of bytes of a code: 128 bits, which nobody guesses in the time for which an address is good.
  package static let codeLength = 16
  /// In bytes. Longer texts are refused unread.
  package static let maximumLength = 1024

  /// Not empty: there is a key for each secret.
  private let keys: [HMAC]

  /// - Parameters:
  ///   - secrets: the keys are derived from them.
  ///   - purpose: no other kind of addresses has the same one, so that none reads like one of another kind.
  package init(_ secrets: SecretKeys, for purpose: String) {
    keys = secrets.derivedCodes(for: "signed paths", Array(purpose.utf8)).map { HMAC(key: $0.bytes) }
  }

  package func text(of path: SignedPath) -> String { text(signing: path.bytes) }

  /// The text of other bytes, which have no slot: an address that is good for longer. A purpose signs the ones or the others.
  package func text(signing bytes: [UInt8]) -> String { Base64URL.encode(bytes + code(for: bytes, keys[0])) }

  /// The claim in a text that was signed here, and is good at a moment. Nil for all others, alike.
  /// - Parameter now: seconds since 1970-01-01 00:00 UTC.
  package func path(in text: some StringProtocol, at now: Int64) -> SignedPath? {
    guard let path = message(in: text).flatMap({ SignedPath($0) }), path.slot.secondsLeft(at: now) != nil else { return nil }
    return path
  }

  /// The bytes in a text that was signed here. Nil for all others, alike.
  package func message(in text: some StringProtocol) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count <= Self.maximumLength, let bytes = Base64URL.decode(text[...]), bytes.count > Self.codeLength else { return nil }
    let message = Array(bytes.dropLast(Self.codeLength))
    guard let given = Self.padded(bytes.suffix(Self.codeLength)),
      keys.contains(where: { Self.padded(code(for: message, $0)) == given })
    else { return nil }
    return message
  }

  private func code(for message: [UInt8], _ key: HMAC) -> ArraySlice<UInt8> {
    key.authenticationCode(for: message).bytes.prefix(Self.codeLength)
  }

  /// A code with zeros behind it, for ``Digest``, which compares in constant time.
  private static func padded(_ code: ArraySlice<UInt8>) -> Digest? {
    Digest(Array(code) + [UInt8](repeating: 0, count: 32 - codeLength))
  }
}
