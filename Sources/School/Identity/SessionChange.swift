import GraphQL
import Planning
import SQL

/// How a session goes on, and how it ends: `refreshSession`, `signOut`, `signOutEverywhere` (REQ-AUTH-004).
struct SessionChange: Sendable {
  let services: IdentityServices?

  /// Each refresh token is good once. One that comes again was stolen, or its answer was: the session ends, since
  /// nobody can tell which of the two who have it is the right one — RFC 9700, section 4.14.2.
  var refresh: Resolver<Viewer> {
    .mutation(access: .anyone, changesViewer: true, limit: .refresh) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let text = try input.text("refreshToken", characters: 1...200) ?? ""
      let refusal = MutationFailure.refused(
        "This refresh token is not valid: sign in again.", code: .unauthenticated, at: input.path(of: "refreshToken"))
      return { rows throws(MutationFailure) in
        let found = try await rows.call(.sessionOfRefreshToken, RefreshToken(text: text).hash)
        guard found.count == 1, let account = found.uuid(row: 0, column: 0),
          let session = found.uuid(row: 0, column: 1), let token = found.uuid(row: 0, column: 2)
        else { throw refusal }
        var viewer = AccountViewer(accountID: account, sessionID: session, membership: nil)
        let own = try await rows.acting(as: .account(viewer))
        guard !found.isTrue(row: 0, column: 3) else {
          _ = try await own.update("StoredSession", key: session, [.now("ended_at")])
          return .refused(refusal)
        }
        guard found.isTrue(row: 0, column: 4) else { throw refusal }
        // Of two at the same time one is overtaken, and finds the token used.
        guard try await own.update("RefreshToken", key: token, [.now("used_at")]) else {
          throw MutationFailure.overtaken
        }
        _ = try await own.delete("RefreshToken") {
          "\($0["session_id"]) = \(bind: .uuid(session)) AND \($0["used_at"]) < now() - interval '7 days'"
        }
        _ = try await own.update("StoredSession", key: session, [sessions.expiry])
        let next = try await sessions.keepNewRefreshToken(of: session, own)
        viewer.membership = try await own.membership()
        return .changed([:], values: sessions.values(of: viewer, next), viewer: .account(viewer))
      }
    }
  }

  /// Ends the session of the request.
  static var signOut: Resolver<Viewer> {
    .mutation(access: .signedIn, endsSession: true) { _, rows throws(MutationFailure) in
      let account = try rows.account()
      _ = try await rows.update("StoredSession", key: account.sessionID, [.now("ended_at")])
      return ["account": account.accountID]
    }
  }

  /// Ends all sessions of the account.
  static var signOutEverywhere: Resolver<Viewer> {
    .mutation(access: .signedIn, endsSession: true) { _, rows throws(MutationFailure) in
      let account = try rows.account()
      _ = try await rows.update("StoredSession", [.now("ended_at")]) { "\($0["ended_at"]) IS NULL" }
      return ["account": account.accountID]
    }
  }
}
