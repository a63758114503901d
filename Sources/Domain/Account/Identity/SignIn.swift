import GraphQL
import Planning
import SQL

/// How a stranger becomes an account in a session: `signInWithApple`, `signInWithProvider`. They differ in how the identity is found, and
/// in nothing after that.
struct SignIn: Sendable {
  let services: IdentityServices?

  /// REQ-AUTH-001, REQ-AUTH-002.
  var withApple: Resolver<Viewer> { by { input throws(MutationFailure) in try .apple(services, input) } }

  /// TT-02.
  var withProvider: Resolver<Viewer> { by { input throws(MutationFailure) in try .listed(services, input) } }

  private func by(
    _ word: @escaping @Sendable (MutationInput) throws(MutationFailure) -> IdentityWord
  ) -> Resolver<Viewer> {
    .mutation(access: .anyone, changesViewer: true, limit: .signIn) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let new = try NewAccount(input)
      let word = try word(input)
      let (identity, hash) = try await word.identity(input)
      return { rows throws(MutationFailure) in
        // Comes first. A sign-in that is refused takes it back.
        try await word.use(identity, hash, input, rows)
        return try await signIn(as: identity, new, rows, sessions)
      }
    }
  }

  /// The client's data for a new account.
  private struct NewAccount: Sendable {
    let role: String?
    let name: String?
    let rolePath: [String]

    init(_ input: MutationInput) throws(MutationFailure) {
      role = input.enumValue("role")
      name = try input.text("name", characters: 1...200, lines: .name)
      rolePath = input.path(of: "role")
    }
  }

  private func signIn(
    as identity: ExternalIdentity, _ new: NewAccount, _ rows: ScopedRows<Viewer>, _ sessions: SessionIssuer
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    if let known = try await rows.call(.accountOfIdentity(identity.provider.rawValue, identity.subject)).first {
      guard !known.isDisabled else {
        throw .refused("This account cannot sign in: ask whoever runs this server.", code: .forbidden)
      }
      return try await start(known.accountID, isNew: false, identity, rows, sessions)
    }
    guard let role = new.role else {
      throw .refused(
        "Nobody has signed in with this identity before: say with \"role\" what the account is to be.",
        code: .roleRequired, at: new.rolePath)
    }
    let account = UUIDValue.timeOrdered()
    let own = try await rows.acting(as: .newSession(of: account))
    try await own.insert(
      Account.self, key: account,
      [
        Account.set(.name, new.name.map { .text($0) } ?? .null(.text)),
        Account.set(.email, identity.usableEmail.map { .text($0) } ?? .null(.text)),
        Account.set(.chosenRole, .text(role)),
      ])
    do throws(MutationFailure) {
      try await own.insert(
        StoredIdentity.self, key: .timeOrdered(),
        [
          StoredIdentity.set(.provider, .text(identity.provider.rawValue)),
          StoredIdentity.set(.subject, .text(identity.subject)),
        ])
    } catch {
      // The same person signed in for the first time elsewhere, a moment ago.
      throw error.isUniqueViolation ? .overtaken : error
    }
    return try await start(account, isNew: true, identity, own, sessions)
  }

  /// Starts a session.
  private func start(
    _ account: UUIDValue, isNew: Bool, _ identity: ExternalIdentity, _ rows: ScopedRows<Viewer>, _ sessions: SessionIssuer
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    let own = try await rows.acting(as: .newSession(of: account))
    var viewer = try own.account()
    viewer.membership = try await own.lockedPlace()
    // The account was found before it was locked, and may be gone: then no account has the identity.
    guard try await own.row(Account.self, key: account, columns: [.id]).count == 1 else { throw .overtaken }
    let token = try await sessions.start(viewer.sessionID, own)
    try await own.call(.noteOwnIdentityUse(provider: identity.provider.rawValue, subject: identity.subject))
    return .changed(
      [:], values: sessions.values(of: viewer, token).merging(["isNewAccount": .boolean(isNew)]) { $1 },
      viewer: .account(viewer))
  }
}

extension Viewer {
  /// An account that has shown to be itself, in a session that is yet to begin.
  static func newSession(of account: UUIDValue) -> Viewer {
    .account(AccountViewer(accountID: account, sessionID: .random(), membership: nil))
  }
}

extension IdentityServices? {
  /// - Throws: `.refused` where resolvers were made without services: nothing is served with those.
  func needed() throws(MutationFailure) -> IdentityServices {
    guard let self else { throw .refused("Sessions are not set up on this server.", code: .unavailable) }
    return self
  }
}

extension SessionIssuer {
  /// When a session ends that is not continued.
  private var expiry: SQL { "now() + make_interval(secs => \(bind: .float8(Double(refreshLifetime))))" }

  /// Starts a session of the viewer's account.
  func start(_ session: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> RefreshToken {
    try await rows.insert(StoredSession.self, key: session, [StoredSession.set(.expiresAt, sql: expiry)])
    let token = RefreshToken.random()
    try await keep(token, of: session, rows)
    return token
  }

  /// Continues a session: its token is used, and the next one takes its place.
  func replace(
    _ used: StoredRefreshToken, by next: RefreshToken, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    _ = try await rows.update(StoredTokenHash.self, key: used.id, [StoredTokenHash.setNow(.usedAt)])
    _ = try await rows.delete(StoredTokenHash.self) {
      "\($0[.sessionID]) = \(bind: .uuid(used.session)) AND \($0[.usedAt]) < now() - interval '7 days'"
    }
    _ = try await rows.update(StoredSession.self, key: used.session, [StoredSession.set(.expiresAt, sql: expiry)])
    try await keep(next, of: used.session, rows)
  }

  private func keep(
    _ token: RefreshToken, of session: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.insert(
      StoredTokenHash.self, key: .timeOrdered(),
      [
        StoredTokenHash.set(.sessionID, .uuid(session)), StoredTokenHash.set(.tokenHash, token.hash),
        StoredTokenHash.set(.expiresAt, sql: expiry),
      ])
  }
}

extension MutationFailure {
  var isUniqueViolation: Bool { isViolation(.uniqueViolation) }
  var isForeignKeyViolation: Bool { isViolation(.foreignKeyViolation) }

  private func isViolation(_ state: SQLState) -> Bool {
    if case .database(let error) = self { error.reason == .statement(state) } else { false }
  }
}
