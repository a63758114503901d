import Passwords
import Planning
import SQL

/// How an account gets another way to sign in, and loses one: `linkApple`, `linkProvider`, `unlinkSignIn` (ME-01, TT-02).
struct SignInLink: Sendable {
  let services: IdentityServices?

  var apple: Resolver<Viewer> { by { input throws(MutationFailure) in try .apple(services, input) } }

  var provider: Resolver<Viewer> { by { input throws(MutationFailure) in try .listed(services, input) } }

  /// By the word of the provider and a session of the account, and never by an address that two accounts have in common.
  private func by(
    _ word: @escaping @Sendable (MutationInput) throws(MutationFailure) -> IdentityWord
  ) -> Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange,
      lookingUp: { input, lookups throws(MutationFailure) in
        try await lookups.requireRecentSignIn()
        let word = try word(input)
        let (identity, hash) = try await word.identity(input)
        return { rows throws(MutationFailure) in
          try await word.use(identity, hash, input, rows)
          _ = try await rows.lockedPlace()
          let taken = MutationFailure.conflict(
            "Another account signs in with this \(word.provider) account: remove it there first, with unlinkSignIn.", at: input.path(of: "identityToken"), version: nil)
          if let owner = try await rows.call(.accountOfIdentity(identity.provider.rawValue, identity.subject)).first {
            guard owner.accountID == (try rows.account().accountID) else { throw taken }
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
          try await rows.notifyOwner(of: .wayAdded, identity.provider.way)
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
          switch try await rows.call(.removeOwnWay(way: id)) {
          case .removed:
            try await rows.endOtherProofs()
            return .changed([:])
          case .last:
            throw .conflict(
              "This is the last way in which you sign in: add another, and confirm its address, first.", at: input.path(of: "id"),
              version: nil)
          case .short:
            throw .conflict(
              "Your password is too short to be the only way to sign in: change it to one of \(PasswordRules.soleRule) first.",
              at: input.path(of: "id"), version: nil)
          case .unknown: throw input.notFound("id")
          }
        }
      })
  }
}
