import GraphQL
package import Domain
package import SessionTokens

/// The stage between an `Authorization` header and a `Viewer`.
package struct Authenticator: Sendable {
  /// A token that was verified before. Since then it can end only by its expiry, which is checked again, or with its
  /// session or membership, which each transaction checks.
  private struct Verified {
    let viewer: Viewer
    /// Seconds since 1970.
    let expiresAt: Int64
  }

  private let verifier: TokenVerifier
  /// By the bytes of the header: it is looked up as it comes.
  private let verified = BoundedCache<ByteText, Verified>(maximumCount: 4096)
  private let now: @Sendable () -> Int64

  /// - Parameter now: seconds since 1970.
  package init(verifier: TokenVerifier, now: @escaping @Sendable () -> Int64) {
    self.verifier = verifier
    self.now = now
  }

  /// The viewer of a request: anonymous without the header.
  /// - Returns: nil when the header is there and is neither a valid session token nor has the form of a card reader's.
  package func viewer(authorization header: String?) -> Viewer? {
    guard let header else { return .anonymous }
    let now = now()
    let key = ByteText(header)
    if let known = verified.value(for: key), now < known.expiresAt { return known.viewer }
    if let reader = bearerToken(in: header).flatMap({ ReaderToken($0) }) { return .reader(ReaderViewer(reader)) }
    guard let text = bearerToken(in: header), let claims = try? verifier.verify(text, now: now),
      let token = SessionToken(claims)
    else { return nil }
    let viewer = Viewer.account(token.viewer)
    // With any number of spaces there were any number of headers for one token, and large ones: one space is kept.
    if header.utf8.count == "Bearer ".utf8.count + text.utf8.count {
      verified.insert(Verified(viewer: viewer, expiresAt: claims.expiresAt), for: key)
    }
    return viewer
  }

  /// The time for which a token is valid still, in seconds; nil for a header without a valid token.
  func secondsLeft(authorization header: String?) -> Int64? {
    guard let header else { return nil }
    let now = now()
    if let known = verified.value(for: ByteText(header)), now < known.expiresAt { return known.expiresAt - now }
    return bearerToken(in: header).flatMap { try? verifier.verify($0, now: now) }.map { $0.expiresAt - now }
  }

  /// The token of a header `Bearer TOKEN`. The scheme is case-insensitive, and one space or more follow it: RFC 9110,
  /// sections 11.1 and 11.4.
  private func bearerToken(in header: String) -> String? {
    let scheme = header.utf8.prefix(6).map { $0 | 0x20 }
    let rest = header.utf8.dropFirst(6)
    guard scheme.elementsEqual("bearer".utf8), rest.first == UInt8(ascii: " "),
      let start = rest.firstIndex(where: { $0 != UInt8(ascii: " ") })
    else { return nil }
    return String(header[start...])
  }

  /// The reason why a request is not answered that has this header and needs a valid token.
  /// - Parameter viewer: as ``viewer(authorization:)`` returned it.
  func problem(with header: String?, viewer: Viewer?) -> TokenProblem {
    guard let header else { return .missing }
    if case .reader = viewer { return .reader }
    guard viewer == nil else { return .ended }
    guard let token = bearerToken(in: header) else { return .notBearer }
    do throws(TokenError) {
      _ = try verifier.verify(token, now: now())
      return .invalid
    } catch {
      return error == .expired ? .expired : .invalid
    }
  }

  /// The number of headers that are kept.
  var keptCount: Int { verified.statistics.count }
}
