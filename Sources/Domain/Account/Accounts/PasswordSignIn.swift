import GraphQL
import Passwords
import Planning
import SQL

/// How an account signs in with an address and a password: `signIn`, `confirmPassword` (BG-01, ME-01).
struct PasswordSignIn: Sendable {
  let services: IdentityServices?

  /// The password is hashed before the transaction: no connection and no lock is held meanwhile. The transaction requires that the
  /// hash is the one that was compared.
  var signIn: Resolver<Viewer> {
    .mutation(
      access: .anyone, changesViewer: true, isAttempt: true,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let password = try input.password("password")
        let device = try input.signInText("deviceToken").map { DeviceToken(text: $0) }
        let address = try SignInAddress(input)
        let attempt = PasswordAttempt(address, device, from: lookups.network, services)
        let candidate = try await attempt.candidate(lookups)
        let verdict: PasswordHasher.Verdict
        do throws(MutationFailure) {
          let owner =
            candidate.account.map { HashOwner($0, lookups, isKnown: candidate.isKnown) } ?? HashOwner(address, lookups)
          verdict = try await services.verify(password, against: candidate.hash, for: owner)
        } catch {
          try await attempt.giveBack(candidate, lookups)
          throw error
        }
        // One message for all that is wrong.
        let refusal = MutationFailure.refused(
          "The address or the password is wrong.", code: .unauthenticated, at: input.path(of: "password"))
        guard case .matches(let renewed) = verdict, let account = candidate.account, let id = candidate.address,
          let hash = candidate.hash
        else { throw refusal }
        let next = candidate.isKnown ? device ?? .random() : .random()
        return { rows throws(MutationFailure) in
          let own = try await rows.acting(as: .newSession(of: account))
          var viewer = try own.account()
          viewer.membership = try await own.lockedPlace()
          let completed = try await own.call(
            .completeSignIn(addressID: id, checkedHash: hash, newHash: renewed, device: next.hash))
          guard completed else { throw refusal }
          let token = try await services.sessions.start(viewer.sessionID, own)
          try await attempt.giveBack(candidate, own)
          return .changed(
            [:], values: services.sessions.values(of: viewer, token).merging(["deviceToken": .text(next.text)]) { $1 },
            viewer: .account(viewer))
        }
      })
  }

  var confirm: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .passwordConfirmation, ending: .own,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        let password = try input.password("password")
        let stored = OwnPassword(try await lookups.call(.ownPassword()))
        let refusal = MutationFailure.refused("The password is wrong: try again, or see requestPasswordReset.", code: .forbidden, at: input.path(of: "password"))
        guard case .matches = try await services.verify(password, against: stored.hash, for: HashOwner(lookups)) else { throw refusal }
        return { rows throws(MutationFailure) in
          guard OwnPassword(try await rows.call(.ownPassword())).hash == stored.hash else { throw refusal }
          try await rows.call(.renewOwnAuthentication(session: try rows.account().sessionID))
          return .changed([:])
        }
      })
  }
}
