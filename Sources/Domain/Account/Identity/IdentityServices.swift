package import Passwords
package import Planning
package import SessionTokens

/// The services outside the database that sign-in and invitations need. A map of resolvers that only explains or prints
/// has none.
package struct IdentityServices: Sendable {
  package var sessions: SessionIssuer
  /// The secrets from which the codes of invitations are made.
  package var secrets: SecretKeys
  /// The secrets that key the hashes of cards' ids.
  package var cardSecrets: SecretKeys
  /// Nil where the server accepts no passwords.
  package var passwords: PasswordHasher?
  /// Nil where sign-in with Apple is not set up.
  package var apple: (any IdentityVerifier)?
  /// The OpenID Connect providers that the operator has listed.
  package var providers: [SignInProvider.Listed]
  /// Nil where nothing is revoked at Apple.
  package var grants: (any GrantFinder)?
  /// The maxima of attempts that the operator has set.
  package var attempts: AttemptLimits
  /// The age, in full years, from which students write to others without a parent's consent.
  package var consentAge: Int32
  /// The hosts that webhooks and calendars elsewhere may lead to wherever they are.
  package var reachableHosts: ReachableHosts

  package static let consentAge: Int32 = 16

  package init(
    sessions: SessionIssuer, secrets: SecretKeys, cardSecrets: SecretKeys? = nil, passwords: PasswordHasher? = nil,
    apple: (any IdentityVerifier)?, providers: [SignInProvider.Listed] = [], grants: (any GrantFinder)? = nil, attempts: AttemptLimits = AttemptLimits(),
    consentAge: Int32 = IdentityServices.consentAge, reachableHosts: ReachableHosts = .none
  ) {
    self.sessions = sessions
    self.secrets = secrets
    self.cardSecrets = cardSecrets ?? secrets
    self.passwords = passwords
    self.apple = apple
    self.providers = providers
    self.grants = grants
    self.attempts = attempts
    self.consentAge = consentAge
    self.reachableHosts = reachableHosts
  }
}
