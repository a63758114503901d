/// Access that a person has granted to the school at an identity provider, with a way to revoke it.
package struct ExternalGrant: Sendable {
  package let provider: IdentityProvider
  /// The subject: the provider's name for the person.
  package let subject: String
  /// - Returns: whether the provider has taken it back.
  package let revoke: @Sendable () async -> Bool

  package init(provider: IdentityProvider, subject: String, revoke: @escaping @Sendable () async -> Bool) {
    self.provider = provider
    self.subject = subject
    self.revoke = revoke
  }
}

/// Tells from an authorization code of a provider what was granted.
package protocol GrantFinder: Sendable {
  /// - Parameter code: from a sign-in of a moment ago; it is used up by this.
  func grant(code: String) async throws(IdentityFailure) -> ExternalGrant
}
