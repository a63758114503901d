/// A person's grant to an app at Apple, shown by a refresh token, which the gateway does not store.
package struct AppleGrant: Sendable {
  /// The person who granted it, as identity tokens name them.
  package let subject: String
  /// The app that has it.
  let clientID: String
  let refreshToken: String
}

/// The reason why a grant cannot be obtained or revoked.
package enum AppleGrantError: Error, Hashable, Sendable {
  /// Apple does not know the authorization code: it is none, of another app, used, or older than five minutes.
  case refused
  /// There is no answer in time, or another than is understood: why, without any secret.
  case unavailable(String)
}
