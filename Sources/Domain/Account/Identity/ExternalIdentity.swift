import Planning

/// The provider by whose word someone is known: `identities.provider` of the database.
package struct IdentityProvider: Hashable, Sendable {
  /// `APPLE`, or the issuer of an OpenID Connect provider.
  package let rawValue: String
  /// The name of the way in messages.
  let way: MessageWay

  package static let apple = IdentityProvider(rawValue: "APPLE", way: .apple)
  /// The issuer with which Apple's tokens name it.
  private static let issuerOfApple = "https://appleid.apple.com"

  private init(rawValue: String, way: MessageWay) {
    self.rawValue = rawValue
    self.way = way
  }

  /// A person who signs in by Apple's issuer is the one who signs in with Apple.
  package init(issuer: String) { self = issuer == Self.issuerOfApple ? .apple : Self(rawValue: issuer, way: .openIDConnect) }
}

/// A person whom an identity provider vouches for.
package struct ExternalIdentity: Hashable, Sendable {
  package let provider: IdentityProvider
  /// Names the person there, for good.
  package let subject: String
  /// An address that the provider has verified.
  package let email: String?
  /// The number of seconds for which its identity token is still accepted.
  package let secondsLeft: Int32

  package init(provider: IdentityProvider, subject: String, email: String?, secondsLeft: Int32) {
    self.provider = provider
    self.subject = subject
    self.email = email
    self.secondsLeft = secondsLeft
  }

  /// The address, if it is one that the school can show.
  var usableEmail: String? { email.flatMap { ScalarForm.emailAddress.matches($0) ? $0 : nil } }
}

/// Tells from a provider's token whom it vouches for.
package protocol IdentityVerifier: Sendable {
  /// - Parameter nonce: what the client made up for this one sign-in.
  func identity(token: String, nonce: String) async throws(IdentityFailure) -> ExternalIdentity
}

/// The reason why the provider vouches for no person. A client learns no more than this.
package enum IdentityFailure: Error, Hashable, Sendable {
  case refused
  /// The provider's keys cannot be had now.
  case unavailable
}
