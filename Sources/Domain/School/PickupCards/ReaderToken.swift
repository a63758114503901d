package import SQL
import SessionTokens

/// The token of a card reader (BG-09): 256 bits that only the server can tell. The database has its hash alone.
///
///     hatched_reader_3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs
package struct ReaderToken: Hashable, Sendable {
  /// The first characters of every token, by which scanners for leaked secrets find one.
  package static let prefix = "hatched_reader_"
  /// The characters of every token: the prefix, and 32 bytes in base64url.
  private static let length = prefix.utf8.count + 43

  package let text: String

  package static func random() -> ReaderToken { ReaderToken(secret: RefreshToken.random()) }

  /// The token of a reader, from a digest of all 256 bits.
  init(_ digest: Digest) { text = Self.prefix + Base64URL.encode(digest.bytes) }

  private init(secret: RefreshToken) { text = Self.prefix + secret.text }

  /// Nil for text that does not have the form of a token. Whether a reader has the token, its hash tells.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix),
      Base64URL.decode(Array(text.utf8)[Self.prefix.utf8.count...]) != nil
    else { return nil }
    self.text = text
  }

  package var hash: SQLValue { .hash(of: text) }
}
