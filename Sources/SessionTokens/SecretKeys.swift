/// The secrets that sign and verify session tokens, so that a secret can be replaced without signing
/// anyone out: the first signs, all verify. To rotate, put the new secret in front, and remove the old one
/// when the tokens that it signed have expired.
package struct SecretKeys: Sendable {
  /// RFC 7518, section 3.2: a key of the same size as the hash output, or larger.
  package static let minimumLength = 32

  let keys: [SecretKey]

  /// - Throws: ``SecretKeysError`` when there is none, one is too short, or one is there twice.
  package init(_ secrets: [[UInt8]]) throws(SecretKeysError) {
    var keys: [SecretKey] = []
    for (index, secret) in secrets.enumerated() {
      guard secret.count >= Self.minimumLength else {
        throw .tooShort(position: index + 1, length: secret.count)
      }
      guard !secrets[..<index].contains(secret) else { throw .repeated(position: index + 1) }
      keys.append(SecretKey(secret))
    }
    guard !keys.isEmpty else { throw .none }
    self.keys = keys
  }

  /// Reads secrets separated by commas, as an environment variable holds them. White space around a
  /// secret does not count.
  ///
  /// - Throws: ``SecretKeysError`` as ``init(_:)`` does; an empty entry is a secret that is too short.
  package init(commaSeparated text: String) throws(SecretKeysError) {
    let entries = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let secrets = entries.map { Self.trimmed(Array($0)) }
    try self.init(secrets == [[]] ? [] : secrets)
  }

  /// The first secret's key.
  var signing: SecretKey {
    // Not empty: the initializer refuses that.
    keys[0]
  }

  /// Codes that only who has the secrets can tell, the same each time for the same purpose and context; one for each
  /// secret, the one that signs first.
  package func derivedCodes(for purpose: String, _ context: [UInt8]) -> [Digest] {
    // A zero byte ends the purpose: no purpose and context read like another pair.
    keys.map { $0.hmac.authenticationCode(for: Array(purpose.utf8) + [0] + context) }
  }

  /// The keys that may have made a signature: those that `id` names, or all where a token names none.
  func candidates(id: String?) -> [SecretKey] {
    guard let id else { return keys }
    return keys.filter { $0.id == id }
  }

  /// The header that these keys' tokens have, if `text` is one of them to the letter: nearly always.
  func header(spelled text: ArraySlice<UInt8>) -> JOSEHeader? {
    keys.first { $0.header.utf8.elementsEqual(text) }.map { JOSEHeader(keyID: $0.id) }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }
}

extension SecretKeys: CustomStringConvertible, CustomReflectable {
  package var description: String { "SecretKeys(\(keys.count))" }

  /// Shows nothing, so that no dump of a configuration shows a key.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
