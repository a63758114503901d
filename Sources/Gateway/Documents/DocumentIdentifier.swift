package import SessionTokens

/// An id of a document — GraphQL over HTTP, appendix "Persisted Documents", "Document identifier syntax".
package enum DocumentIdentifier: Hashable, Sendable {
  /// `sha256:` and 64 lower case digits: the hash of the document's bytes.
  case sha256(Digest)
  /// `CustomDocumentIdentifier`, or one with a prefix of the application's own: `x-app:FamilyPage`.
  case custom(String)

  package static let maximumLength = 256

  /// Nil when the text is no such id, or too long. Text that a client sends is thus ASCII, which is compared
  /// byte by byte, before it is looked up.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isUnreserved) }) else { return nil }
    if parts.count == 1 || text.hasPrefix("x-") {
      self = .custom(text)
    } else if parts[0].elementsEqual("sha256".utf8), let digest = Digest(hexadecimal: String(parts[1]) ?? ""),
      parts[1].elementsEqual(digest.hexadecimal.utf8)
    {
      self = .sha256(digest)
    } else {
      return nil
    }
  }
}

extension UInt8 {
  /// `UnreservedCharacter`
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
