import GraphQL
import Planning
import SQL

/// The end of an account, for good.
struct AccountDeletion: Sendable {
  let services: IdentityServices?

  var delete: Resolver<Viewer> {
    .mutation(access: .signedIn, limit: .accountDeletion, ending: .all) { input throws(MutationFailure) in
      let confirmation = try input.text("confirmation", characters: 1...200) ?? ""
      let grant = try await granted(input)
      return { rows throws(MutationFailure) in try await delete(confirmation, grant, input, rows) }
    }
  }

  private func delete(
    _ confirmation: String, _ grant: ExternalGrant?, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    let account = try rows.account().accountID
    // From here on the lock keeps the account from joining a family, and a list of another one.
    try await rows.call(.lockAccountHomes())
    let place = try await rows.lockSessions()
    let profile = try await rows.locked(Account.self, key: account, columns: [.name, .email])
    guard profile.count == 1 else { throw .refused("This needs a valid session token.", code: .unauthenticated) }
    let name = profile.text(row: 0, column: 0) ?? account.description
    guard name.isTyped(as: confirmation) else {
      throw .invalid(
        "\"confirmation\" must be your name, or your account's id where you have none.",
        at: input.path(of: "confirmation"))
    }
    if let grant { try await check(grant, of: account, input, rows) }
    if let place {
      try await rows.acting(in: place).leave(
        place,
        lastParent: """
          You are the last parent of a family with students. Let another parent in, or remove the family first, with \
          deleteFamily(input: {familyName: …}).
          """, forgetting: profile.text(row: 0, column: 1))
    }
    guard try await rows.call(.deleteAccount()).count == 1 else {
      throw .refused("This needs a valid session token.", code: .unauthenticated)
    }
    return .changed(
      ["accountId": account], values: ["revokedAtApple": .boolean(false)], afterwards: grant.map(Self.revocation))
  }

  private static func revocation(of grant: ExternalGrant) -> MutationOutcome<Viewer>.Afterwards {
    { ["revokedAtApple": .boolean(await grant.revoke())] }
  }

  /// The grant of the viewer at Apple; nil where it cannot be revoked, which does not keep the account from deletion.
  private func granted(_ input: MutationInput) async throws(MutationFailure) -> ExternalGrant? {
    guard let code = try input.text("appleAuthorizationCode", characters: 1...2048), let grants = services?.grants else {
      return nil
    }
    do throws(IdentityFailure) {
      return try await grants.grant(code: code)
    } catch {
      switch error {
      case .refused: throw Self.unknownCode(input)
      case .unavailable: return nil
      }
    }
  }

  /// Refuses a grant of another person.
  private func check(
    _ grant: ExternalGrant, of account: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let owner = try await rows.call(.accountOfIdentity(grant.provider.rawValue, grant.subject)).first
    guard owner?.accountID == account else { throw Self.unknownCode(input) }
  }

  private static func unknownCode(_ input: MutationInput) -> MutationFailure {
    .invalid(
      "Apple does not know this authorization code of you. Sign in with Apple once more, or leave it out.",
      at: input.path(of: "appleAuthorizationCode"))
  }
}
