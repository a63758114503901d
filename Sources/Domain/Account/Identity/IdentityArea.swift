package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Signing in and out, and the viewer's own profile (REQ-AUTH, REQ-USER).
  package static func identity(_ services: IdentityServices?) -> Area {
    Area(
      entities: [SignInProvider.entity(services?.providers ?? [])],
      hidden: [StoredIdentity.self, StoredSession.self, StoredTokenHash.self],
      resolvers: [
        "Session.token": .given("sessionToken", access: .signedIn),
        "Session.expiresAt": .given("sessionExpiresAt", access: .signedIn),
        "Session.refreshToken": .given("refreshToken", access: .signedIn),
        "Session.refreshTokenExpiresAt": .given("refreshTokenExpiresAt", access: .signedIn),

        "Mutation.signInWithApple": SignIn(services: services).withApple,
        "Mutation.signInWithProvider": SignIn(services: services).withProvider,
        "Query.signInProviders": .all(access: .anyone),
        "Subscription.live": .part(access: .signedIn),

        "Mutation.refreshSession": SessionChange(services: services).refresh,

        "Mutation.signOut": SessionChange.signOut,
        "Mutation.signOutEverywhere": SessionChange.signOutEverywhere,
      ])
  }
}
