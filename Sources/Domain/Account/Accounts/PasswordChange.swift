import Passwords
import Planning
import SQL

/// How an account gets a password, or another one: `changePassword`, `addPassword` (ME-01).
struct PasswordChange: Sendable {
  let services: IdentityServices?

  /// Ends all that could undo it, other sessions among it: who knew the old password has nothing from then on. The device is known by
  /// another token, where the account has another way in than its devices.
  var change: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange, ending: .all,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        let new = try NewPassword("newPassword", of: input)
        try await lookups.requireRecentSignIn()
        let stored = OwnPassword(try await lookups.call(.ownPassword()))
        guard stored.hash != nil else {
          throw .conflict("Your account has no password yet: see addPassword.", at: [], version: nil)
        }
        try new.check(isSole: !stored.hasIdentity, known: stored.known)
        let hash = try await services.hash(new, for: HashOwner(lookups))
        return { rows throws(MutationFailure) in
          try await rows.lockSessions()
          guard try await rows.call(.setOwnPassword(hash: hash, isLong: new.isLong)) else {
            throw new.tooShort
          }
          try await rows.endOtherProofs()
          let device = DeviceToken.random()
          try await rows.call(.knowOwnDevice(device: device.hash))
          try await rows.notifyOwner(of: .passwordChanged)
          return .changed([:], values: ["deviceToken": .text(device.text)])
        }
      })
  }

  var add: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange, ending: .all,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let language = try input.language()
        let new = try NewPassword("password", of: input)
        let address = try SignInAddress(input)
        try await lookups.requireRecentSignIn()
        let stored = OwnPassword(try await lookups.call(.ownPassword()))
        guard stored.hash == nil else { throw Self.hasPassword }
        try new.check(isSole: !stored.hasIdentity, known: stored.known + [address.address])
        let budget = try await AddressMessage.counted(lookups, services)
        let hash = try await services.hash(new, for: HashOwner(lookups))
        return { rows throws(MutationFailure) in
          try await rows.lockSessions()
          guard OwnPassword(try await rows.call(.ownPassword())).hash == nil else { throw Self.hasPassword }
          guard try await rows.call(.setOwnPassword(hash: hash, isLong: new.isLong)) else {
            throw new.tooShort
          }
          try await rows.endOtherProofs()
          try await rows.add(address, language, budget)
          return .changed([:])
        }
      })
  }

  private static let hasPassword = MutationFailure.conflict(
    "Your account has a password already: see changePassword.", at: [], version: nil)
}
