/// The preferences of an `Accept-Encoding` header — RFC 9110, section 12.5.3.
enum AcceptEncoding {
  /// Whether gzip is at least as welcome as no encoding. Malformed elements count as absent.
  static func prefersGzip(_ header: String?) -> Bool {
    guard let header, let elements = HeaderElement.list(header) else { return false }
    var gzip: Int?
    var identity: Int?
    var others: Int?
    for case let element? in elements {
      guard let weight = element.weight else { continue }
      switch element.name {
      // RFC 9110, section 8.4.1.3: the second is another name of the first.
      case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
      case "identity": identity = weight
      case "*": others = weight
      default: break
      }
    }
    let weight = gzip ?? others ?? 0
    return weight > 0 && weight >= identity ?? 0
  }
}
