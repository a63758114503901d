import Planning
import SQL
import SessionTokens

/// How an address is confirmed, and changed: `confirmAddress`, `resendConfirmation`, `changeAddress` (ME-01).
struct AddressChange: Sendable {
  let services: IdentityServices?

  /// The session is the account's that the code is for. So nobody is led to confirm an address for an account that somebody else has
  /// registered with it, and knows the password of.
  var confirm: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .addressConfirmation,
      preparing: { input throws(MutationFailure) in
        let secrets = try services.needed().secrets
        let proof = try Proof(input)
        return { rows throws(MutationFailure) in
          _ = try await rows.lockedPlace()
          let found = try await rows.call(.ownConfirmationCodes)
          let open = (0..<found.count).compactMap { row in OpenCode(found, row: row) }
          let code: UUIDValue
          switch proof.matching(open, secrets) {
          case let known?: code = known
          case nil:
            // Of a link nobody guesses any.
            if case .code = proof { _ = try await rows.call(.countWrongCode, .uuidArray(open.map(\.id))) }
            return .refused(Proof.refusal(input))
          }
          do throws(MutationFailure) {
            guard try await rows.call(.confirmOwnAddress, .uuid(code)).isTrue(row: 0, column: 0) else {
              return .refused(Proof.refusal(input))
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

    init?(_ rows: Rows, row: Int) {
      guard let id = rows.uuid(row: row, column: 0),
        let channel = rows.text(row: row, column: 1).flatMap(SignInAddress.Channel.init(rawValue:))
      else { return nil }
      self.id = id
      self.channel = channel
    }
  }

  /// The proof that a message was read.
  private enum Proof {
    case code(String)
    case token(String)

    init(_ input: MutationInput) throws(MutationFailure) {
      switch (try input.signInText("code"), try input.signInText("token")) {
      case (let code?, nil): self = .code(code.filter { $0 != " " && $0 != "-" })
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

  static var resend: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .confirmationMessage,
      preparing: { _ throws(MutationFailure) in
        { rows throws(MutationFailure) in
          _ = try await rows.lockedPlace()
          _ = try await rows.call(.announceOwnAddresses)
          return .changed([:])
        }
      })
  }

  static var change: Resolver<Viewer> {
    .mutation(
      access: .signedIn, limit: .signInChange,
      preparing: { input throws(MutationFailure) in
        try input.checkSignInTexts()
        let language = try input.language()
        let address = try SignInAddress(input)
        return { rows throws(MutationFailure) in
          try await rows.requireRecentSignIn()
          _ = try await rows.lockedPlace()
          guard try OwnPassword(try await rows.call(.ownPassword)).hash != nil else {
            throw .conflict("Your account has no password yet: see addPassword.", at: [], version: nil)
          }
          try await rows.add(address, language)
          return .changed([:])
        }
      })
  }
}

extension ScopedRows where Viewer == School.Viewer {
  /// Adds an address to the account, which is locked, and has a message sent to it.
  func add(_ address: SignInAddress, _ language: SQLValue) async throws(MutationFailure) {
    _ = try await call(
      .addOwnAddress, .uuid(.timeOrdered()), .text(address.channel.rawValue), .text(address.address), .text(address.lookup), language)
  }
}
