/// A media type that responses are sent as — GraphQL over HTTP, "Media Types".
enum MediaType: String, CaseIterable, Sendable {
  case graphQLResponse = "application/graphql-response+json"
  case json = "application/json"

  var contentType: String { "\(rawValue); charset=utf-8" }

  /// The type that an `Accept` header prefers — RFC 9110, section 12.5.1. Without a header, and where the
  /// header leaves it open, `application/json`, which every client reads.
  /// - Returns: nil when the header excludes both.
  static func preferred(by accept: String?) -> MediaType? {
    guard let accept, !accept.isEmpty, accept != "*/*" else { return .json }
    guard accept.isShortASCII else { return nil }
    guard !accept.allSatisfy(\.isWhitespace) else { return .json }
    let ranges = accept.split(separator: ",").map(MediaRange.init)
    func quality(_ type: MediaType) -> Double {
      // The most specific range that matches decides.
      ranges.filter { $0.matches(type) }.max { $0.specificity < $1.specificity }?.quality ?? 0
    }
    let (json, graphQL) = (quality(.json), quality(.graphQLResponse))
    if json == 0 && graphQL == 0 { return nil }
    if graphQL == json {
      // Equally welcome: the one that is named, and of two that are named the first.
      let named = ranges.compactMap { MediaType(rawValue: $0.name) }
      return named.first ?? .json
    }
    return graphQL > json ? .graphQLResponse : .json
  }

  /// Whether a `Content-Type` is one that a request body may have: JSON in UTF-8.
  static func isRequestBody(_ contentType: String?) -> Bool {
    guard let contentType, contentType.isShortASCII else { return false }
    if contentType == MediaType.json.rawValue { return true }
    let parts = contentType.split(separator: ";").map { $0.trimmed.lowercased() }
    guard parts.first == MediaType.json.rawValue else { return false }
    return parts.dropFirst().allSatisfy { parameter in
      !parameter.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains(parameter)
    }
  }
}

/// One entry of an `Accept` header: `application/json;q=0.9`.
private struct MediaRange {
  let name: String
  let quality: Double

  init(_ text: some StringProtocol) {
    let parts = text.split(separator: ";").map { $0.trimmed.lowercased() }
    name = parts.first ?? ""
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
    quality = weight.flatMap { Double($0.dropFirst(2)) }.map { min(max($0, 0), 1) } ?? 1
  }

  /// The wildcard of everything is less specific than that of a type.
  var specificity: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

  func matches(_ type: MediaType) -> Bool {
    name == type.rawValue || name == "*/*" || name == "application/*"
  }
}

extension String {
  /// Whether text of a client is what a header may be, so that it is cheap to take apart: other text costs
  /// Swift much time to compare.
  fileprivate var isShortASCII: Bool { utf8.count <= 1024 && utf8.allSatisfy { $0 < 0x80 } }
}

extension StringProtocol {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
