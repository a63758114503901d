/// The tags of an `If-Match` or `If-None-Match` header — RFC 9110, sections 8.8.3 and 13.1.
///
///     "3a5f…", W/"77aa…"
enum EntityTags: Hashable, Sendable {
  struct Tag: Hashable, Sendable {
    let isWeak: Bool
    /// With its quotes.
    let text: String
  }

  /// `*`: any.
  case any
  case some([Tag])

  /// The longest header that is looked at.
  private static let maximumLength = 4096

  /// Nil for a header that is none.
  init?(_ header: String) {
    guard header.utf8.count <= Self.maximumLength else { return nil }
    var rest = Array(header.utf8)[...]
    Self.skipSpace(&rest)
    if rest.first == UInt8(ascii: "*") {
      rest.removeFirst()
      Self.skipSpace(&rest)
      guard rest.isEmpty else { return nil }
      self = .any
      return
    }
    var tags: [Tag] = []
    while !rest.isEmpty {
      // RFC 9110, section 5.6.1: empty elements of a list do not count.
      if rest.first != UInt8(ascii: ",") {
        guard let tag = Self.tag(&rest) else { return nil }
        tags.append(tag)
        Self.skipSpace(&rest)
        guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
      }
      _ = rest.popFirst()
      Self.skipSpace(&rest)
    }
    self = .some(tags)
  }

  /// Whether the strong tag is among them. Weak tags never are.
  /// - Parameter tag: with its quotes.
  func matchesStrongly(_ tag: String) -> Bool {
    switch self {
    case .any: true
    case .some(let tags): tags.contains { !$0.isWeak && $0.text == tag }
    }
  }

  /// Whether the tag is among them, weak or strong.
  func matchesWeakly(_ tag: String) -> Bool {
    switch self {
    case .any: true
    case .some(let tags): tags.contains { $0.text == tag }
    }
  }

  /// A comma may stand in a tag.
  private static func tag(_ rest: inout ArraySlice<UInt8>) -> Tag? {
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest.removeFirst(2) }
    guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let text = rest[...end]
    guard text.dropFirst().dropLast().allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }) else { return nil }
    rest = rest[(end + 1)...]
    return Tag(isWeak: isWeak, text: String(decoding: text, as: UTF8.self))
  }

  private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
