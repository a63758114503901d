import GraphQL
import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses a change unless the owner has signed in within ten minutes: a session may be somebody else's by now. Mutations declare it:
  /// see `Consequence`.
  func requireRecentSignIn() async throws(MutationFailure) {
    try RecentSignIn.check(try await call(.signedInRecently(session: try account().sessionID)))
  }

  /// Refuses an account without a confirmed address, for mutations that reach other accounts.
  func requireConfirmedAddress() async throws(MutationFailure) {
    guard try await call(.ownAddressIsUnconfirmed()) else { return }
    throw .refused(
      "Confirm your address first, with confirmAddress and the code that was sent to it.", code: .addressNotConfirmed)
  }

  /// Ends what could undo a change of how the account signs in, which is locked: links and codes, addresses that wait to be confirmed,
  /// known devices, and all sessions but the one that goes on. The mutation locks all sessions from its start (`EndedSessions.all`).
  func endOtherProofs() async throws(MutationFailure) {
    try await call(.endOwnProofs())
    try await endSessions(besides: try account().sessionID)
  }

  /// Tells the owner, at each confirmed address.
  /// - Parameter way: the way to sign in that was added.
  func notifyOwner(of kind: MessageKind, _ way: MessageWay? = nil) async throws(MutationFailure) {
    try await call(.notifyOwnAddresses(kind: kind.rawValue, way: way?.rawValue))
  }

  /// Ends the sessions of the account, which are locked.
  /// - Parameter kept: one that goes on.
  /// - Returns: how many have ended.
  @discardableResult
  func endSessions(besides kept: UUIDValue? = nil) async throws(MutationFailure) -> Int {
    try await update(StoredSession.self, [StoredSession.setNow(.endedAt)]) { session in
      let isOpen: SQL = "\(session[.endedAt]) IS NULL"
      return kept.map { "\(isOpen) AND \(session[.id]) <> \(bind: .uuid($0))" } ?? isOpen
    }.count
  }
}

extension PreparationLookups where Viewer == Domain.Viewer {
  /// As that of rows, before something costly is done. The change asks once more.
  func requireRecentSignIn() async throws(MutationFailure) {
    guard case .account(let account) = viewer else { return }
    try RecentSignIn.check(try await call(.signedInRecently(session: account.sessionID)))
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// The same mutation, which asks for a sign-in of the last ten minutes, since a person who finds an open session must
  /// not cause its consequence.
  /// - Parameter applies: whether an input has the consequence.
  func needingRecentSignIn(
    for consequence: Consequence, when applies: @escaping @Sendable (MutationInput) -> Bool = { _ in true }
  ) -> Resolver {
    asking(for: consequence, when: applies) { rows throws(MutationFailure) in try await rows.requireRecentSignIn() }
  }
}

private enum RecentSignIn {
  static func check(_ isRecent: Bool) throws(MutationFailure) {
    guard isRecent else {
      throw .refused(
        "This needs a sign-in of the last ten minutes: sign in again, or send confirmPassword.", code: .recentSignInRequired)
    }
  }
}
