import Passwords
import Planning
import SQL

/// How an account gets another way to sign in, and loses one: `linkApple`, `unlinkSignIn` (ME-01).
struct SignInLink: Sendable {
  let services: IdentityServices?

  /// By the word of the provider and a session of the account, and never by an address that two accounts have in common.
  var apple: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange,
      lookingUp: { input, lookups throws(MutationFailure) in
        try await lookups.requireRecentSignIn()
        let (identity, hash) = try await SignIn(services: services).appleIdentity(input)
        return { rows throws(MutationFailure) in
          guard try await rows.call(.useIdentityToken, hash, .int4(identity.secondsLeft)).count == 1 else {
            throw SignIn.reuse(input)
          }
          _ = try await rows.lockedPlace()
          let taken = MutationFailure.conflict(
            "Another account signs in with this Apple account: remove it there first, with unlinkSignIn.", at: input.path(of: "identityToken"), version: nil)
          let owner = try await rows.call(.accountOfIdentity, .text(identity.provider.rawValue), .text(identity.subject))
          if owner.count == 1 {
            guard owner.uuid(row: 0, column: 0) == (try rows.account().accountID) else { throw taken }
            return .changed([:])
          }
          do throws(MutationFailure) {
            try await rows.insert(
              StoredIdentity.self, key: .timeOrdered(),
              [
                StoredIdentity.set(.provider, .text(identity.provider.rawValue)),
                StoredIdentity.set(.subject, .text(identity.subject)),
              ])
          } catch {
            throw error.isUniqueViolation ? taken : error
          }
          try await rows.notifyOwner(of: .wayAdded, .apple)
          return .changed([:])
        }
      })
  }

  /// Two concurrent requests lock the account: the second sees the result of the first. Every session that may have
  /// signed in by the removed way ends.
  static var unlink: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange, ending: .all,
      preparing: { input throws(MutationFailure) in
        let id = try input.requiredID("id")
        return { rows throws(MutationFailure) in
          try await rows.lockSessions()
          switch try await rows.call(.removeOwnWay, .uuid(id)).text(row: 0, column: 0) {
          case "REMOVED":
            try await rows.endOtherProofs()
            return .changed([:])
          case "LAST":
            throw .conflict(
              "This is the last way in which you sign in: add another, and confirm its address, first.", at: input.path(of: "id"),
              version: nil)
          case "SHORT":
            throw .conflict(
              "Your password is too short to be the only way to sign in: change it to one of \(PasswordRules.soleRule) first.",
              at: input.path(of: "id"), version: nil)
          default: throw input.notFound("id")
          }
        }
      })
  }
}
