package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Sign-in with an address and a password, and the ways in which an account signs in (ME-01, BG-01).
  package static func accounts(_ services: IdentityServices?) -> Area {
    Area(
      types: [SignInWay.self],
      resolvers: [
        "Viewer.signInWays": .all(access: .signedIn),

        "Mutation.register": Registration(services: services).register,
        "Mutation.signIn": PasswordSignIn(services: services).signIn,
        "Mutation.confirmPassword": PasswordSignIn(services: services).confirm,

        "Mutation.confirmAddress": AddressChange(services: services).confirm,
        "Mutation.resendConfirmation": AddressChange(services: services).resend,
        "Mutation.changeAddress": AddressChange(services: services).change.needingRecentSignIn(for: .signIn),

        "Mutation.changePassword": PasswordChange(services: services).change.needingRecentSignIn(for: .signIn),
        "Mutation.addPassword": PasswordChange(services: services).add.needingRecentSignIn(for: .signIn),

        "Mutation.linkApple": SignInLink(services: services).apple.needingRecentSignIn(for: .signIn),
        "Mutation.linkProvider": SignInLink(services: services).provider.needingRecentSignIn(for: .signIn),
        "Mutation.unlinkSignIn": SignInLink.unlink.needingRecentSignIn(for: .signIn),

        "Mutation.requestPasswordReset": PasswordReset(services: services).request,
        "Mutation.resetPassword": PasswordReset(services: services).reset,
      ])
  }
}
