/// A media type that responses are sent as — GraphQL over HTTP, "Media Types".
enum MediaType: String, CaseIterable, Sendable {
  case graphQLResponse = "application/graphql-response+json"
  case json = "application/json"

  var contentType: String {
    switch self {
    case .graphQLResponse: "application/graphql-response+json; charset=utf-8"
    case .json: "application/json; charset=utf-8"
    }
  }

  /// The type that an `Accept` header prefers — RFC 9110, section 12.5.1. Without a header, and where the
  /// header leaves it open, `application/json`, which every client reads. Malformed elements count as absent.
  /// - Returns: nil when the header excludes both, or has nothing that can be read.
  static func preferred(by accept: String?) -> MediaType? {
    guard let accept, !accept.isEmpty, accept != "*/*" else { return .json }
    guard let elements = HeaderElement.list(accept) else { return nil }
    guard !elements.isEmpty else { return .json }
    let ranges = elements.compactMap { $0.flatMap(MediaRange.init) }
    func weight(_ type: MediaType) -> Int {
      // The most specific range that matches decides, and of several the friendliest.
      ranges.filter { $0.matches(type) }
        .max { ($0.specificity, $0.weight) < ($1.specificity, $1.weight) }?.weight ?? 0
    }
    let (json, graphQL) = (weight(.json), weight(.graphQLResponse))
    if json == 0 && graphQL == 0 { return nil }
    if graphQL == json {
      // Equally welcome: the one that is named, and of two that are named the first.
      return ranges.lazy.compactMap { MediaType(rawValue: $0.name) }.first ?? .json
    }
    return graphQL > json ? .graphQLResponse : .json
  }

  /// Whether a header names `text/html`, and prefers it to the types of responses, as a browser's address line does:
  /// `text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8`.
  static func prefersPage(_ accept: String?) -> Bool {
    guard let accept, let elements = HeaderElement.list(accept) else { return false }
    let weights = elements.compactMap { element in element.flatMap { $0.name == "text/html" ? $0.weight : nil } }
    guard let page = weights.max(), page > 0 else { return false }
    let named = elements.compactMap { element in element.flatMap { MediaType(rawValue: $0.name) == nil ? nil : $0.weight } }
    let wildcards = elements.compactMap { element in element.flatMap { ["*/*", "application/*"].contains($0.name) ? $0.weight : nil } }
    return page > named.max() ?? 0 && page >= wildcards.max() ?? 0
  }

  /// Whether a `Content-Type` is one that a request body may have: JSON in UTF-8. Nothing that a browser
  /// sends to another origin unasked is: text, a form, or no type at all.
  static func isRequestBody(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    if contentType == MediaType.json.rawValue { return true }
    guard let elements = HeaderElement.list(contentType), elements.count == 1, let type = elements[0] else {
      return false
    }
    return type.name == MediaType.json.rawValue && type.isUTF8
  }
}

/// An element of an `Accept` header.
private struct MediaRange {
  let name: String
  let weight: Int
  private let isUTF8: Bool

  init?(_ element: HeaderElement) {
    guard let weight = element.weight else { return nil }
    name = element.name
    self.weight = weight
    isUTF8 = element.isUTF8
  }

  /// The wildcard of everything is less specific than that of a type.
  var specificity: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

  func matches(_ type: MediaType) -> Bool {
    isUTF8 && (name == type.rawValue || name == "*/*" || name == "application/*")
  }
}

extension HeaderElement {
  /// Whether no other encoding is named — GraphQL over HTTP, "Media Types": without one it is UTF-8.
  fileprivate var isUTF8: Bool {
    parameters.allSatisfy { $0.name != "charset" || $0.value.lowercased() == "utf-8" }
  }
}
