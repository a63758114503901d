import GraphQL
import Planning
import SQL
import SessionTokens

/// How a session goes on, and how it ends: `refreshSession`, `signOut`, `signOutEverywhere` (REQ-AUTH-004).
struct SessionChange: Sendable {
  let services: IdentityServices?

  /// The number of seconds for which a used token has the same answer again, as long as its successor is unused.
  private static let retrySeconds: Int32 = 60

  /// Each refresh token is good once. A client whose answer was lost sends it again, soon, and has the same successor.
  /// Otherwise a token that comes again was stolen, or its successor was: the session ends, since the server cannot
  /// tell which of the two holders is the right one — RFC 9700, section 4.14.2.
  var refresh: Resolver<Viewer> {
    .mutation(access: .anyone, changesViewer: true, isAttempt: true) { input throws(MutationFailure) in
      let services = try services.needed()
      let token = RefreshToken(text: try input.text("refreshToken", characters: 1...200) ?? "")
      let refusal = MutationFailure.refused(
        "This refresh token is not valid: sign in again.", code: .unauthenticated, at: input.path(of: "refreshToken"))
      return { rows throws(MutationFailure) in
        guard let unlocked = try await StoredRefreshToken(token, rows) else { throw refusal }
        var viewer = AccountViewer(accountID: unlocked.account, sessionID: unlocked.session, membership: nil)
        let own = try await rows.acting(as: .account(viewer))
        // Two concurrent refreshes lock the session: the second waits, and finds the token used.
        _ = try await own.locked(StoredSession.self, key: unlocked.session, columns: [.id])
        viewer.membership = try await own.lockedPlace()
        guard let stored = try await StoredRefreshToken(token, own) else { throw refusal }
        let next: RefreshToken
        if let age = stored.secondsSinceUse {
          guard age < Self.retrySeconds, let same = try await unusedSuccessor(of: token, services.secrets, own) else {
            _ = try await own.update(StoredSession.self, key: stored.session, [StoredSession.setNow(.endedAt)])
            return .refused(refusal)
          }
          next = same
        } else {
          guard stored.isOpen else { throw refusal }
          // A secret always has one: see SecretKeys.
          next = token.successors(services.secrets)[0]
          try await services.sessions.replace(stored, by: next, own)
        }
        let values = services.sessions.values(of: viewer, next, madeBefore: stored.secondsSinceUse ?? 0)
        return .changed([:], values: values, viewer: .account(viewer))
      }
    }
  }

  /// The token that was given for a used one: nil when it was used itself, or when none of the secrets of now made it.
  private func unusedSuccessor(
    of token: RefreshToken, _ secrets: SecretKeys, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> RefreshToken? {
    for next in token.successors(secrets) {
      guard let stored = try await StoredRefreshToken(next, rows) else { continue }
      return stored.isOpen && stored.secondsSinceUse == nil ? next : nil
    }
    return nil
  }

  /// Ends the session of the request.
  static var signOut: Resolver<Viewer> {
    .mutation(access: .signedIn, ending: .own) { _, rows throws(MutationFailure) in
      let account = try rows.account()
      _ = try await rows.update(StoredSession.self, key: account.sessionID, [StoredSession.setNow(.endedAt)])
      return ["accountId": account.accountID]
    }
  }

  /// Ends all sessions of the account.
  static var signOutEverywhere: Resolver<Viewer> {
    .mutation(access: .signedIn, ending: .all) { _, rows throws(MutationFailure) in
      let account = try rows.account()
      try await rows.lockSessions()
      _ = try await rows.update(StoredSession.self, [StoredSession.setNow(.endedAt)]) { "\($0[.endedAt]) IS NULL" }
      return ["accountId": account.accountID]
    }
  }
}
