import Synchronization

/// The provider token that all requests to APNs share. APNs refuses one that is older than an hour, and a server that makes a new
/// one more often than every 20 minutes — Apple's documentation, "Establishing a token-based connection to APNs".
package final class APNsProviderTokens: Sendable {
  /// The age at which a token is replaced, in seconds.
  static let lifetime: Int64 = 50 * 60
  /// The age that a token must have before it is replaced, in seconds.
  static let shortestLifetime: Int64 = 20 * 60

  private struct Token {
    let text: String
    let issued: Int64
  }

  private let credentials: APNsCredentials
  private let now: @Sendable () -> Int64
  private let latest = Mutex<Token?>(nil)

  /// - Parameter now: seconds since 1970.
  package init(_ credentials: APNsCredentials, now: @escaping @Sendable () -> Int64) {
    self.credentials = credentials
    self.now = now
  }

  /// The token for a request.
  func current() throws -> String {
    try latest.withLock { latest in
      let time = now()
      // A clock that was set back makes the token one of the future, which APNs refuses.
      if let latest, (0..<Self.lifetime).contains(time - latest.issued) { return latest.text }
      return try make(&latest, time)
    }
  }

  /// A token in the place of one that APNs has called expired.
  /// - Returns: nil as long as APNs does not take a new one.
  func renewed(after refused: String) throws -> String? {
    try latest.withLock { latest in
      if let latest, latest.text != refused { return latest.text }
      let time = now()
      if let latest, (0..<Self.shortestLifetime).contains(time - latest.issued) { return nil }
      return try make(&latest, time)
    }
  }

  private func make(_ latest: inout Token?, _ time: Int64) throws -> String {
    let token = Token(text: try credentials.token(issued: time), issued: time)
    latest = token
    return token.text
  }
}
