import NIOHTTP1

/// A header whose value is one item — RFC 9651, section 3.3 — with parameters, which mean nothing here.
enum StructuredItem {
  /// `?1` or `?0`; nil for all else.
  static func boolean(_ name: String, in headers: HTTPHeaders) -> Bool? {
    switch item(name, in: headers) {
    case "?1": true
    case "?0": false
    default: nil
    }
  }

  /// A number of at most 15 digits, and not a negative one; nil for all else.
  static func integer(_ name: String, in headers: HTTPHeaders) -> Int? {
    guard let item = item(name, in: headers)?.utf8, (1...15).contains(item.count),
      item.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(String(Substring(item)))
  }

  /// Nil for a header that stands there twice: two readers could take two values.
  private static func item(_ name: String, in headers: HTTPHeaders) -> Substring? {
    let values = headers[name]
    guard values.count == 1 else { return nil }
    return values[0].prefix { $0 != ";" }
  }
}
