import Planning

/// By whose word someone is known: `identities.provider` of the database.
package enum IdentityProvider: String, Hashable, Sendable {
  case apple = "APPLE"
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
