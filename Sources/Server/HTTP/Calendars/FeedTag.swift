import SessionTokens

/// The entity tag of a calendar feed, which is weak: `W/"CONTENT.STAMP"`.
///
/// While the stamp is the same, nothing in the family has changed: one look-up finds that out. Otherwise the server makes the calendar,
/// and compares the content, a hash of its bytes: most changes in a family leave its calendar as it was.
struct FeedTag: Hashable, Sendable, CustomStringConvertible {
  let content: String
  let stamp: String

  /// The bytes of the hash that a tag has.
  private static let hashSize = 16

  init(of calendar: [UInt8], stamp: String) {
    content = Base64URL.encode(SHA256.hash(calendar).bytes.prefix(Self.hashSize))
    self.stamp = stamp
  }

  /// Nil for the tag of something else.
  init?(_ tag: EntityTags.Tag) {
    let parts = tag.text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Base64URL.decode(Array(parts[0].utf8)[...])?.count == Self.hashSize else { return nil }
    (content, stamp) = (String(parts[0]), String(parts[1]))
  }

  var description: String { "W/\"\(content).\(stamp)\"" }
}

extension EntityTags {
  /// The tags among them that a feed may have had.
  var ofFeeds: [FeedTag] {
    switch self {
    case .any: []
    case .some(let tags): tags.compactMap { FeedTag($0) }
    }
  }
}
