import NIOHTTP1

/// Which pages of other origins may read answers — the Fetch standard, "CORS protocol".
///
/// Credentials that a browser would add by itself are never asked for: tokens travel in `Authorization`,
/// which a page must set.
struct CrossOriginPolicy: Sendable {
  /// As browsers write them in `Origin`: `https://app.example.org`.
  let origins: Set<String>

  /// Whether a request asks for leave to send another one.
  static func isPreflight(_ request: ReceivedRequest) -> Bool {
    request.method == .OPTIONS && request.headers.contains(name: "origin")
      && request.headers.contains(name: "access-control-request-method")
  }

  /// The answer to a preflight.
  /// - Parameters:
  ///   - methods: those that a page may use.
  ///   - permitted: the headers that the server reads, of those that need permission.
  /// - Returns: nil when the origin may not read answers.
  func preflight(
    _ headers: HTTPHeaders, methods: String = "GET, POST", permitted: String = "authorization, content-type, if-none-match"
  ) -> HTTPHeaders? {
    guard allows(headers) else { return nil }
    return [
      "access-control-allow-methods": methods, "access-control-allow-headers": permitted, "access-control-max-age": "7200",
    ]
  }

  /// The headers with which every answer permits a page to read it; nil where the origin may not.
  /// - Parameter exposed: the headers of the answer that a page may read.
  func grant(
    _ headers: HTTPHeaders, exposed: String = "etag, retry-after, www-authenticate, x-request-id"
  ) -> HTTPHeaders? {
    guard allows(headers), let origin = headers.first(name: "origin") else { return nil }
    return [
      "access-control-allow-origin": origin, "access-control-expose-headers": exposed,
    ]
  }

  private func allows(_ headers: HTTPHeaders) -> Bool { headers.first(name: "origin").map(origins.contains) ?? false }
}
