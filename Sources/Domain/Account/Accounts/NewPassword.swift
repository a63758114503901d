import GraphQL
import Passwords
import Planning

/// A password that an input gives an account, checked by the rules.
struct NewPassword: Sendable {
  let password: Password
  private let path: [String]

  init(_ field: String, of input: MutationInput) throws(MutationFailure) {
    path = input.path(of: field)
    password = try input.password(field)
  }

  /// Whether it may be the only way to sign in.
  var isLong: Bool { password.characters >= PasswordRules.soleMinimum }

  /// - Parameters:
  ///   - isSole: whether it is the only way to sign in.
  ///   - known: what others know of the owner.
  func check(isSole: Bool, known: [String]) throws(MutationFailure) {
    guard password.characters >= (isSole ? PasswordRules.soleMinimum : PasswordRules.minimum) else {
      throw tooShort(isSole ? PasswordRules.soleRule : PasswordRules.rule)
    }
    if PasswordRules.isCommon(password, known: known) {
      throw .invalid(
        "This password is easy to guess: many people have it, or it follows from your name or address. Take another one.", at: path)
    }
  }

  /// Checks the length that every account's password has, before it is known whose password it is to be.
  func checkLength() throws(MutationFailure) {
    guard password.characters >= PasswordRules.minimum else { throw tooShort(PasswordRules.rule) }
  }

  /// The refusal of a password that turned out to be the only way to sign in.
  var tooShort: MutationFailure { tooShort(PasswordRules.soleRule) }

  private func tooShort(_ rule: String) -> MutationFailure {
    .invalid("The password must have \(rule), got \(password.characters).", at: path)
  }
}

extension MutationInput {
  /// A password as it was typed, but for the composition of its letters.
  func password(_ name: String) throws(MutationFailure) -> Password {
    guard let text = try signInText(name), let password = Password(text) else {
      throw .invalid("\"\(name)\" must not be empty.", at: path(of: name))
    }
    return password
  }
}

extension IdentityServices {
  private func hasher() throws(MutationFailure) -> PasswordHasher {
    guard let passwords else { throw .refused("Passwords are not set up on this server.", code: .unavailable) }
    return passwords
  }

  /// The hash of a new password.
  func hash(_ password: NewPassword, for owner: HashOwner) async throws(MutationFailure) -> String {
    let hasher = try hasher()
    do throws(PasswordHasher.Busy) {
      return try await hasher.hash(password.password, for: owner)
    } catch {
      throw MutationFailure(error)
    }
  }

  /// Compares a password with a hash; without one, with none, in the same time.
  func verify(
    _ password: Password, against hash: String?, for owner: HashOwner
  ) async throws(MutationFailure) -> PasswordHasher.Verdict {
    let hasher = try hasher()
    do throws(PasswordHasher.Busy) {
      return try await hasher.verify(password, against: hash, for: owner)
    } catch {
      throw MutationFailure(error)
    }
  }
}

extension MutationFailure {
  fileprivate init(_ busy: PasswordHasher.Busy) {
    let seconds = Int32(clamping: busy.retryAfter)
    switch busy.exceeded {
    case .account(let maximum):
      self = .tooMany("sign-ins and new passwords of this account", limit: "passwordHashes", maximum: Int32(clamping: maximum), retryAfter: seconds)
    case .network(let maximum):
      self = .tooMany(
        "sign-ins and new passwords from this network", limit: "networkPasswordHashes", maximum: Int32(clamping: maximum), retryAfter: seconds)
    case nil: self = .busy(retryAfter: busy.retryAfter)
    }
  }
}
