package import SessionTokens

/// What signing in and inviting need that is not in the database. A map of resolvers that only explains or prints
/// has none.
package struct IdentityServices: Sendable {
  package var sessions: SessionIssuer
  /// What the codes of invitations are made from.
  package var secrets: SecretKeys
  /// Nil where sign-in with Apple is not set up.
  package var apple: (any IdentityVerifier)?
  /// Nil where nothing is revoked at Apple.
  package var grants: (any GrantFinder)?

  package init(
    sessions: SessionIssuer, secrets: SecretKeys, apple: (any IdentityVerifier)?, grants: (any GrantFinder)? = nil
  ) {
    self.sessions = sessions
    self.secrets = secrets
    self.apple = apple
    self.grants = grants
  }
}
