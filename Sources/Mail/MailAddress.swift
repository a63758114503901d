/// An address of ASCII, with the name that mail programs show.
///
///     HatchEd <no-reply@example.org>
package struct MailAddress: Hashable, Sendable {
  package let name: String?
  package let address: String

  /// Reads an address with or without a name. Nil where there is no `@` with text on both sides, a character that is none of
  /// an address, or a control character: no header begins in it.
  package init?(_ text: String) {
    guard text.utf8.count <= 500, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return nil
    }
    if let match = text.wholeMatch(of: /\s*(.*?)\s*<([^<>]+)>\s*/) {
      self.init(name: match.1.isEmpty ? nil : String(match.1), address: String(match.2))
    } else {
      self.init(name: nil, address: text)
    }
  }

  private init?(name: String?, address: String) {
    guard Self.isAddress(address) else { return nil }
    self.name = name.map { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.count > 1 ? String($0.dropFirst().dropLast()) : $0 }
    self.address = address
  }

  /// Whether a text is an address that may stand in a command of SMTP: printable ASCII without what ends it there.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return (3...320).contains(text.utf8.count) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"<>()[]\\,;:\"".utf8.contains($0) }
  }

  package var domain: String { String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...]) }

  /// As a header has it. A name that is not of letters and spaces is encoded.
  package var header: String { name.map { "\(MailHeader.encoded($0)) <\(address)>" } ?? "<\(address)>" }
}
