package import School
package import SessionTokens

/// The stage between an `Authorization` header and a `Viewer`.
package struct Authenticator: Sendable {
  private let verifier: TokenVerifier
  private let now: @Sendable () -> Int64

  /// - Parameter now: seconds since 1970.
  package init(verifier: TokenVerifier, now: @escaping @Sendable () -> Int64) {
    self.verifier = verifier
    self.now = now
  }

  /// The viewer of a request: anonymous without the header.
  /// - Returns: nil when the header is there and is no valid session token; which check failed is not
  ///   for anyone to know.
  package func viewer(authorization header: String?) -> Viewer? {
    guard let header else { return .anonymous }
    let parts = header.split(separator: " ", maxSplits: 1)
    // RFC 9110, section 11.1: the scheme is case-insensitive.
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      let claims = try? verifier.verify(String(parts[1]), now: now()),
      let token = SessionToken(claims)
    else { return nil }
    return .account(token.viewer)
  }
}
