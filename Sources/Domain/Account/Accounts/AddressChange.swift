import Planning
import SQL
import SessionTokens

/// How an address is confirmed, and changed: `confirmAddress`, `resendConfirmation`, `changeAddress` (ME-01).
struct AddressChange: Sendable {
  let services: IdentityServices?

  /// The session must belong to the account of the code: a person who reads the message cannot be led to confirm the
  /// address for an account that another person registered, and whose password that person knows.
  var confirm: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .addressConfirmation, ending: .all,
      preparing: { input throws(MutationFailure) in
        let secrets = try services.needed().secrets
        let proof = try Proof(input)
        return { rows throws(MutationFailure) in
          try await rows.lockSessions()
          let open = try await rows.call(.ownConfirmationCodes()).compactMap { OpenCode($0) }
          let code: UUIDValue
          switch proof.matching(open, secrets) {
          case let known?: code = known
          case nil:
            // Count no attempts for tokens of links, which cannot be guessed.
            if case .code = proof { try await rows.call(.countOwnWrongCode(codes: open.map(\.id))) }
            return .refused(Proof.refusal(input))
          }
          do throws(MutationFailure) {
            switch try await rows.call(.confirmAddressWith(code: code)) {
            case .confirmed: break
            // The address that it takes the place of may be known to somebody who has a session.
            case .replaced: try await rows.endOtherProofs()
            case .refused: return .refused(Proof.refusal(input))
            }
          } catch {
            // Another account has confirmed it at this moment.
            throw error.isUniqueViolation ? Proof.refusal(input) : error
          }
          return .changed([:])
        }
      })
  }

  /// A code that confirms an address.
  private struct OpenCode {
    let id: UUIDValue
    let channel: SignInAddress.Channel

    init?(_ row: OwnConfirmationCodesRow) {
      guard let channel = SignInAddress.Channel(rawValue: row.channel) else { return nil }
      id = row.id
      self.channel = channel
    }
  }

  /// The proof that a message was read.
  private enum Proof {
    case code(String)
    case token(String)

    init(_ input: MutationInput) throws(MutationFailure) {
      switch (try input.signInText("code"), try input.signInText("token")) {
      case (let code?, nil): self = .code(ShortCode.text(of: code))
      case (nil, let token?): self = .token(token)
      default: throw .invalid("Give either \"code\" or \"token\".", at: input.path(of: "code"))
      }
    }

    /// The code that it proves.
    func matching(_ open: [OpenCode], _ secrets: SecretKeys) -> UUIDValue? {
      switch self {
      case .code(let text):
        return open.first { AddressCode($0.channel.confirmation, id: $0.id).shortCodes(secrets).contains(text) }?.id
      case .token(let text):
        return AddressCode.id(ofLink: text, .confirmEmail, secrets) ?? AddressCode.id(ofLink: text, .confirmTelephone, secrets)
      }
    }

    static func refusal(_ input: MutationInput) -> MutationFailure {
      .invalid(
        "This code is not good for an address of yours, or not any more: see resendConfirmation.",
        at: input.path(of: input.isGiven("token") ? "token" : "code"))
    }
  }

  var resend: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .confirmationMessage,
      lookingUp: { _, lookups throws(MutationFailure) in
        _ = try await AddressMessage.counted(lookups, try services.needed())
        return { rows throws(MutationFailure) in
          _ = try await rows.lockedPlace()
          _ = try await rows.call(.announceOwnAddresses())
          return .changed([:])
        }
      })
  }

  var change: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange,
      lookingUp: { input, lookups throws(MutationFailure) in
        try input.checkSignInTexts()
        let language = try input.language()
        let address = try SignInAddress(input)
        try await lookups.requireRecentSignIn()
        let budget = try await AddressMessage.counted(lookups, try services.needed())
        return { rows throws(MutationFailure) in
          _ = try await rows.lockedPlace()
          guard OwnPassword(try await rows.call(.ownPassword())).hash != nil else {
            throw .conflict("Your account has no password yet: see addPassword.", at: [], version: nil)
          }
          try await rows.add(address, language, budget)
          return .changed([:])
        }
      })
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Adds an address to the account, which is locked, and has a message sent to it.
  /// - Parameter budget: what the message was counted by, which gets it back when the address is confirmed.
  func add(_ address: SignInAddress, _ language: String, _ budget: CountedNetwork) async throws(MutationFailure) {
    try await call(
      .addOwnAddress(
        addressID: .timeOrdered(), channel: address.channel.rawValue, address: address.address, lookup: address.lookup,
        language: language))
    try await call(.noteOwnCount(channel: address.channel.rawValue, kind: budget.kind, key: budget.key))
  }
}
