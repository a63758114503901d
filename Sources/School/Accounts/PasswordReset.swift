import GraphQL
import Passwords
import Planning
import SQL
import SessionTokens

/// How somebody who has forgotten the password gets another one: `requestPasswordReset`, `resetPassword` (ME-01).
struct PasswordReset: Sendable {
  let services: IdentityServices?

  private static let lifetime: Int32 = 3600

  var request: Resolver<Viewer> {
    .mutation(
      access: .anyone, isAttempt: true,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let language = try input.language()
        let address = try SignInAddress(input)
        try await count(address, .passwordReset, .passwordResetOfNetwork, lookups, services.secrets)
        return { rows throws(MutationFailure) in
          _ = try await rows.call(
            .requestPasswordReset, .text(address.channel.rawValue), .text(address.address), .text(address.lookup), language)
          return .changed([:], values: ["expiresInSeconds": .integer(Self.lifetime)])
        }
      })
  }

  /// The proof stands for the owner: the password is set without a session, and all sessions end.
  var reset: Resolver<Viewer> {
    .mutation(
      access: .anyone, isAttempt: true,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let new = try NewPassword("newPassword", of: input)
        let (code, proved) = try await proof(input, new, lookups, services.secrets)
        try new.check(isSole: !proved.hasIdentity, known: proved.known)
        let hash = try await services.hash(new, for: HashOwner(proved.account, lookups, isKnown: true))
        return { rows throws(MutationFailure) in
          let own = try await rows.acting(as: .newSession(of: proved.account))
          _ = try await own.call(.lockSessionsInOrder)
          try await own.lockSessions()
          guard
            try await own.call(.resetOwnPassword, .uuid(code), .text(hash), .bool(new.isLong)).isTrue(row: 0, column: 0)
          else { throw Self.refusal(input) }
          let ended = try await own.endSessions()
          _ = try await own.acting(as: rows.viewer)
          return .changed([:], values: ["endedSessions": .integer(Int32(clamping: ended))])
        }
      })
  }

  /// An account that a code is for.
  private struct Owner {
    let account: UUIDValue
    let hasIdentity: Bool
    let known: [String]
  }

  private func proof(
    _ input: MutationInput, _ new: NewPassword, _ lookups: PreparationLookups<Viewer>, _ secrets: SecretKeys
  ) async throws(MutationFailure) -> (UUIDValue, Owner) {
    if let token = try input.signInText("token") {
      try new.checkLength()
      guard let id = AddressCode.id(ofLink: token, .resetPassword, secrets) else { throw Self.refusal(input) }
      let found = try await lookups.call(.resetCodes, .uuid(id), .null(.text), .null(.text))
      guard found.count == 1, let owner = owner(found, row: 0) else { throw Self.refusal(input) }
      return (id, owner)
    }
    let given = try input.signInText("code")?.filter { $0 != " " && $0 != "-" }
    guard let given else { throw .invalid("Give either \"token\" or \"code\".", at: input.path(of: "token")) }
    let address = try SignInAddress(input)
    try new.checkLength()
    try await count(address, .resetCode, .resetCodeOfNetwork, lookups, secrets)
    let found = try await lookups.call(
      .resetCodes, .null(.uuid), .text(address.channel.rawValue), .text(address.lookup))
    let ids = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
    for (row, id) in ids.enumerated()
    where found.isTrue(row: row, column: 3) && AddressCode(.resetPassword, id: id).shortCodes(secrets).contains(given) {
      guard let owner = owner(found, row: row) else { break }
      return (id, owner)
    }
    _ = try await lookups.call(.countWrongCode, .uuidArray(ids))
    throw Self.refusal(input)
  }

  private func owner(_ found: Rows, row: Int) -> Owner? {
    found.uuid(row: row, column: 1).map {
      Owner(
        account: $0, hasIdentity: found.isTrue(row: row, column: 2), known: [found.text(row: row, column: 4) ?? ""])
    }
  }

  private func count(
    _ address: SignInAddress, _ ofAddress: AttemptLimit, _ ofNetwork: AttemptLimit, _ lookups: PreparationLookups<Viewer>,
    _ secrets: SecretKeys
  ) async throws(MutationFailure) {
    let counted = try await lookups.call(
      .countAddressAttempt, .text(ofAddress.kind), address.key(secrets), .key(of: lookups.network, secrets),
      .int4(ofAddress.seconds))
    try ofAddress.check(counted, countColumn: 0)
    try ofNetwork.check(counted, countColumn: 2)
  }

  private static func refusal(_ input: MutationInput) -> MutationFailure {
    .refused(
      "This link or code is not valid, or not any more: see requestPasswordReset.", code: .unauthenticated,
      at: input.path(of: input.isGiven("token") ? "token" : "code"))
  }
}
