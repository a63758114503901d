import HTTPTypes

/// Which pages of other origins may read answers — the Fetch standard, "CORS protocol".
///
/// Credentials that a browser would add by itself are never asked for: tokens travel in `Authorization`,
/// which a page must set.
struct CrossOriginPolicy: Sendable {
  /// As browsers write them in `Origin`: `https://app.example.org`.
  let origins: Set<String>

  /// Whether a request asks for leave to send another one.
  static func isPreflight(_ request: HTTPRequest) -> Bool {
    request.method == .options && request.headerFields[.origin] != nil
      && request.headerFields[.accessControlRequestMethod] != nil
  }

  /// The answer to a preflight.
  /// - Returns: nil when the origin may not read answers.
  func preflight(_ headers: HTTPFields) -> HTTPFields? {
    guard allows(headers) else { return nil }
    return [
      .accessControlAllowMethods: "GET, POST",
      // Of those that need leave, these are read.
      .accessControlAllowHeaders: "authorization, content-type",
      .accessControlMaxAge: "7200",
    ]
  }

  /// What every answer carries to a page that may read it.
  func grant(_ headers: HTTPFields) -> HTTPFields? {
    guard allows(headers), let origin = headers[.origin] else { return nil }
    return [
      .accessControlAllowOrigin: origin,
      .accessControlExposeHeaders: "retry-after, www-authenticate, x-request-id",
    ]
  }

  private func allows(_ headers: HTTPFields) -> Bool { headers[.origin].map(origins.contains) ?? false }
}
