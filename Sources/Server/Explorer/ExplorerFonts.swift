import Foundation

/// The fonts that GraphiQL's style has in itself, each as a file of its own. The style has a font for each script, most of which nobody
/// sees: a browser fetches those alone that it draws with, and the page needs 430 kB instead of 650.
///
///     url(data:font/woff2;base64,d09G…)   becomes   url(font-1.woff2?8d1c…)
struct ExplorerFonts: Sendable {
  let style: [UInt8]
  /// By name.
  private(set) var files: [String: [UInt8]] = [:]

  private static let beginning = Array("data:font/".utf8)
  private static let encoding = Array(";base64,".utf8)

  /// - Parameter text: the style, with the fonts. A font that cannot be read stays where it is.
  init(in text: [UInt8]) {
    var style: [UInt8] = []
    var rest = text[...]
    while let start = Self.firstRange(of: Self.beginning, in: rest), let end = rest[start.upperBound...].firstIndex(of: UInt8(ascii: ")")) {
      style += rest[..<start.lowerBound]
      let value = rest[start.lowerBound..<end]
      if let (kind, bytes) = Self.font(rest[start.upperBound..<end]) {
        let name = "font-\(files.count + 1).\(kind)"
        files[name] = bytes
        style += Array("\(name)?\(PageFile.hash(of: bytes))".utf8)
      } else {
        style += value
      }
      rest = rest[end...]
    }
    self.style = style + rest
  }

  /// The kind and the bytes of `woff2;base64,d09G…`.
  private static func font(_ value: ArraySlice<UInt8>) -> (kind: String, bytes: [UInt8])? {
    guard let separator = firstRange(of: encoding, in: value) else { return nil }
    let kind = String(decoding: value[..<separator.lowerBound], as: UTF8.self)
    guard ["woff", "woff2"].contains(kind), let data = Data(base64Encoded: Data(value[separator.upperBound...])) else { return nil }
    return (kind, Array(data))
  }

  /// Looks at its first byte alone in most places.
  private static func firstRange(of pattern: [UInt8], in text: ArraySlice<UInt8>) -> Range<Int>? {
    var start = text.startIndex
    while let index = text[start...].firstIndex(of: pattern[0]) {
      if text[index...].starts(with: pattern) { return index..<index + pattern.count }
      start = index + 1
    }
    return nil
  }
}
