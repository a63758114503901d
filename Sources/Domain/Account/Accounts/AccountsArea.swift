package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Sign-in with an address and a password, and the ways in which an account signs in (ME-01, BG-01).
  package static func accounts(_ services: IdentityServices?) -> Area {
    Area(
      types: [SignInWay.self],
      resolvers: [
        "Viewer.signInWays": .all(access: .signedIn),

        "Mutation.register": Registration(services: services).register,
        "RegisterPayload.session": .part(access: .signedIn),
        "RegisterPayload.deviceToken": .given("deviceToken", access: .signedIn),
        "RegisterPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.signIn": PasswordSignIn(services: services).signIn,
        "SignInPayload.session": .part(access: .signedIn),
        "SignInPayload.deviceToken": .given("deviceToken", access: .signedIn),
        "SignInPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.confirmPassword": PasswordSignIn(services: services).confirm,
        "ConfirmPasswordPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.confirmAddress": AddressChange(services: services).confirm,
        "ConfirmAddressPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.resendConfirmation": AddressChange(services: services).resend,
        "ResendConfirmationPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.changeAddress": AddressChange(services: services).change.needingRecentSignIn(for: .signIn),
        "ChangeAddressPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.changePassword": PasswordChange(services: services).change.needingRecentSignIn(for: .signIn),
        "ChangePasswordPayload.deviceToken": .given("deviceToken", access: .signedIn),
        "ChangePasswordPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.addPassword": PasswordChange(services: services).add.needingRecentSignIn(for: .signIn),
        "AddPasswordPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.linkApple": SignInLink(services: services).apple.needingRecentSignIn(for: .signIn),
        "LinkApplePayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.unlinkSignIn": SignInLink.unlink.needingRecentSignIn(for: .signIn),
        "UnlinkSignInPayload.viewer": .own(.accountID, access: .signedIn),

        "Mutation.requestPasswordReset": PasswordReset(services: services).request,
        "RequestPasswordResetPayload.expiresInSeconds": .given("expiresInSeconds", access: .anyone),
        "Mutation.resetPassword": PasswordReset(services: services).reset,
        "ResetPasswordPayload.endedSessions": .given("endedSessions", access: .anyone),
      ])
  }
}
