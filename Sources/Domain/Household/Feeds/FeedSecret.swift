package import SQL
import SessionTokens

/// The secret in the address of a calendar feed: 32 bytes in base64url.
///
///     /calendars/3kTq….ics
package struct FeedSecret: Hashable, Sendable {
  /// The folder of all these addresses.
  package static let folder = "/calendars/"
  private static let ending = ".ics"
  private static let length = 43

  private let text: String

  init(_ digest: Digest) { text = Base64URL.encode(digest.bytes) }

  /// Reads a path as it came; nil for one that has not the form of an address.
  package init?(path: String) {
    guard path.hasPrefix(Self.folder), path.hasSuffix(Self.ending) else { return nil }
    let text = path.utf8.dropFirst(Self.folder.utf8.count).dropLast(Self.ending.utf8.count)
    guard text.count == Self.length, Base64URL.decode(Array(text)[...]) != nil else { return nil }
    self.text = String(decoding: text, as: UTF8.self)
  }

  var path: String { Self.folder + text + Self.ending }

  package var hash: SQLValue { .hash(of: text) }
}
