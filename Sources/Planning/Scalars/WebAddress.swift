/// Writes addresses on the web in the characters of RFC 3986, so that parsers that follow it, as Foundation's `URL` does,
/// take them.
enum WebAddress {
  /// An absolute address with everything behind its authority percent-encoded that RFC 3986 allows there in no other form:
  /// UTF-8 beyond ASCII (RFC 3987, section 3.1), square brackets, and a second `#`. Escapes that are there stay, so that
  /// the result is its own canonical form.
  ///
  ///     https://example.org/café?q=[ä]      https://example.org/caf%C3%A9?q=%5B%C3%A4%5D
  ///     http://[2001:db8::1]/               http://[2001:db8::1]/
  static func canonical(_ address: String) -> String {
    let bytes = Array(address.utf8)
    let behind = authority(of: bytes[...])?.endIndex ?? bytes.startIndex
    guard bytes[behind...].contains(where: { $0 >= 0x80 || "[]#".utf8.contains($0) }) else { return address }
    var fragments = 0
    let rest = percentEncoded(bytes[behind...]) { byte in
      if byte == UInt8(ascii: "#") { fragments += 1 }
      return byte >= 0x80 || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "#") && fragments > 1
    }
    return String(decoding: bytes[..<behind] + rest, as: UTF8.self)
  }

  /// A part of an address, as it stands in a canonical one: what a filter looks for.
  static func canonicalPart(_ text: String) -> String {
    String(decoding: percentEncoded(Array(text.utf8)[...]) { $0 >= 0x80 }, as: UTF8.self)
  }

  /// Host and port, behind `http://` or `https://`; nil for text of another scheme.
  static func authority(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let lower = address.prefix(8).map { $0.isLetter ? $0 | 0x20 : $0 }
    guard let scheme = ["https://", "http://"].first(where: { lower.starts(with: $0.utf8) }) else { return nil }
    return address.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
  }

  private static func percentEncoded(_ bytes: ArraySlice<UInt8>, where isEncoded: (UInt8) -> Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      isEncoded(byte) ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
  }
}
