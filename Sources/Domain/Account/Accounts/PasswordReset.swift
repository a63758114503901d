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
        let network = try await counted(input, address, lookups, services)
        return { rows throws(MutationFailure) in
          try await rows.call(
            .requestPasswordReset(
              channel: address.channel.rawValue, address: address.address, lookup: address.lookup, language: language))
          try await rows.call(.noteResetCount(channel: address.channel.rawValue, lookup: address.lookup, key: network))
          return .changed([:], values: ["expiresInSeconds": .integer(Self.lifetime)])
        }
      })
  }

  /// Counts a request: on a device that is known to an account with the address for the device alone, so that others keep its owner from
  /// nothing; elsewhere for the address and the network.
  /// - Returns: the key of the network that it was counted for; null for none.
  private func counted(
    _ input: MutationInput, _ address: SignInAddress, _ lookups: PreparationLookups<Viewer>, _ services: IdentityServices
  ) async throws(MutationFailure) -> SQLValue {
    if let device = try await knownDevice(input, address, lookups) {
      let limit = services.attempts[.passwordResetOfDevice]
      let counted = try await lookups.call(.countAttempt(limit.kind, device, limit.seconds))
      try limit.check(counted.count, seconds: counted.seconds)
      return .null(.bytea)
    }
    try await count(address, .passwordReset, .passwordResetOfNetwork, lookups, services)
    return .key(of: lookups.network, services.secrets)
  }

  /// The hash of the device token of an input; nil for one that no account with the address knows.
  private func knownDevice(
    _ input: MutationInput, _ address: SignInAddress, _ lookups: PreparationLookups<Viewer>
  ) async throws(MutationFailure) -> SQLValue? {
    guard let token = try input.signInText("deviceToken") else { return nil }
    let device = DeviceToken(text: token).hash
    let isKnown = try await lookups.call(
      .deviceKnowsAddress(channel: address.channel.rawValue, lookup: address.lookup, device: device))
    return isKnown ? device : nil
  }

  /// The proof stands for the owner: the password is set without a session, and all that could undo it ends, sessions among it.
  var reset: Resolver<Viewer> {
    .mutation(
      access: .anyone, isAttempt: true,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let new = try NewPassword("newPassword", of: input)
        let (code, proved) = try await proof(input, new, lookups, services)
        try new.check(isSole: !proved.hasIdentity, known: proved.known)
        let hash = try await services.hash(new, for: HashOwner(proved.account, lookups, isKnown: true))
        return { rows throws(MutationFailure) in
          let own = try await rows.acting(as: .newSession(of: proved.account))
          try await own.call(.lockSessionsInOrder())
          try await own.lockSessions()
          guard try await own.call(.resetOwnPassword(code: code, hash: hash, isLong: new.isLong)) else { throw Self.refusal(input) }
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

    /// - Parameter account: nil of a code that was asked for an address of nobody.
    init?(_ account: UUIDValue?, hasIdentity: Bool, known: String) {
      guard let account else { return nil }
      self.account = account
      self.hasIdentity = hasIdentity
      self.known = [known]
    }
  }

  private func proof(
    _ input: MutationInput, _ new: NewPassword, _ lookups: PreparationLookups<Viewer>, _ services: IdentityServices
  ) async throws(MutationFailure) -> (UUIDValue, Owner) {
    let secrets = services.secrets
    if let token = try input.signInText("token") {
      try new.checkLength()
      guard let id = AddressCode.id(ofLink: token, .resetPassword, secrets) else { throw Self.refusal(input) }
      guard let code = try await lookups.call(.resetCodes(link: id, channel: nil, lookup: nil)).first,
        let owner = Owner(code.accountID, hasIdentity: code.hasIdentity, known: code.known)
      else { throw Self.refusal(input) }
      return (id, owner)
    }
    guard let given = try input.signInText("code").map(ShortCode.text) else { throw .invalid("Give either \"token\" or \"code\".", at: input.path(of: "token")) }
    let address = try SignInAddress(input)
    try new.checkLength()
    // The try counts for each code. A right one is never refused for what others have tried elsewhere.
    let device = try await knownDevice(input, address, lookups)
    let tried = try await lookups.call(
      .tryResetCodes(
        channel: address.channel.rawValue, lookup: address.lookup, who: device ?? .key(of: lookups.network, secrets)))
    for code in tried where code.isOpen && AddressCode(.resetPassword, id: code.id).shortCodes(secrets).contains(given) {
      guard let owner = Owner(code.accountID, hasIdentity: code.hasIdentity, known: code.known) else { break }
      return (code.id, owner)
    }
    try await count(address, .resetCode, .resetCodeOfNetwork, lookups, services)
    throw Self.refusal(input)
  }

  private func count(
    _ address: SignInAddress, _ ofAddress: AttemptLimit, _ ofNetwork: AttemptLimit, _ lookups: PreparationLookups<Viewer>,
    _ services: IdentityServices
  ) async throws(MutationFailure) {
    let counted = try await lookups.call(
      .countAddressAttempt(
        kind: ofAddress.kind, addressKey: address.key(services.secrets), networkKey: .key(of: lookups.network, services.secrets),
        period: ofAddress.seconds))
    try services.attempts[ofAddress].check(counted.addressCount, seconds: counted.addressSeconds)
    try services.attempts[ofNetwork].check(counted.networkCount, seconds: counted.networkSeconds)
  }

  private static func refusal(_ input: MutationInput) -> MutationFailure {
    .refused(
      "This link or code is not valid, or not any more: see requestPasswordReset.", code: .unauthenticated,
      at: input.path(of: input.isGiven("token") ? "token" : "code"))
  }
}
