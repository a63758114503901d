import Passwords
import Planning
import SQL

/// How an account gets a password, or another one: `changePassword`, `addPassword` (ME-01).
struct PasswordChange: Sendable {
  let services: IdentityServices?

  /// Ends all other sessions: who knew the old password has nothing from then on.
  var change: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange, ending: .all,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        let new = try NewPassword("newPassword", of: input)
        try await lookups.requireRecentSignIn()
        let stored = try OwnPassword(try await lookups.call(.ownPassword))
        guard stored.hash != nil else {
          throw .conflict("Your account has no password yet: see addPassword.", at: [], version: nil)
        }
        try new.check(isSole: !stored.hasIdentity, known: stored.known)
        let hash = try await services.hash(new, for: HashOwner(lookups))
        return { rows throws(MutationFailure) in
          try await rows.requireRecentSignIn()
          try await rows.lockSessions()
          guard try await rows.call(.setOwnPassword, .text(hash), .bool(new.isLong)).isTrue(row: 0, column: 0) else {
            throw new.tooShort
          }
          try await rows.notifyOwner(of: .passwordChanged)
          try await rows.endSessions(besides: try rows.account().sessionID)
          return .changed([:])
        }
      })
  }

  var add: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let language = try input.language()
        let new = try NewPassword("password", of: input)
        let address = try SignInAddress(input)
        try await lookups.requireRecentSignIn()
        let stored = try OwnPassword(try await lookups.call(.ownPassword))
        guard stored.hash == nil else { throw Self.hasPassword }
        try new.check(isSole: !stored.hasIdentity, known: stored.known + [address.address])
        let hash = try await services.hash(new, for: HashOwner(lookups))
        return { rows throws(MutationFailure) in
          try await rows.requireRecentSignIn()
          _ = try await rows.lockedPlace()
          guard try OwnPassword(try await rows.call(.ownPassword)).hash == nil else { throw Self.hasPassword }
          guard try await rows.call(.setOwnPassword, .text(hash), .bool(new.isLong)).isTrue(row: 0, column: 0) else {
            throw new.tooShort
          }
          try await rows.add(address, language)
          return .changed([:])
        }
      })
  }

  private static let hasPassword = MutationFailure.conflict(
    "Your account has a password already: see changePassword.", at: [], version: nil)
}
