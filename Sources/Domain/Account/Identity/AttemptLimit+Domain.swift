package import Planning

/// The limits of attempts. A signed-in request is limited only by its account: other clients of the network do not
/// cause its refusal. A refresh token has 256 random bits and cannot be guessed: continuing a session has no limit but
/// that of requests.
extension AttemptLimit {
  /// All of them. An operator can set the maximum of each: `--attempt-limit`.
  package static let all: [AttemptLimit] = [
    join, signIn, unknownCards, export, accountDeletion, passwordFromNetwork, passwordOfAddress, passwordOfNetwork,
    registrationOfNetwork, addressMessage, addressMessageOfNetwork, passwordReset, passwordResetOfNetwork, passwordResetOfDevice,
    resetCode, resetCodeOfNetwork, passwordConfirmation, addressConfirmation, confirmationMessage, signInChange,
  ]

  /// To join a family with a code (REQ-FAM-003).
  static let join = AttemptLimit(
    kind: "joinAttempts", attempts: "attempts to join", of: .account, counting: .failures, maximum: 10, seconds: 3600)
  static let signIn = AttemptLimit(
    kind: "signInAttempts", attempts: "failed attempts to sign in from this network", of: .network, counting: .failures,
    maximum: 500, seconds: 3600)
  /// To find out which cards are known, with the token of a card reader.
  static let unknownCards = AttemptLimit(
    kind: "unknownCards", attempts: "unknown cards", of: .reader, counting: .failures, maximum: 300, seconds: 3600)
  /// To have all data handed out, which is much work.
  static let export = AttemptLimit(
    kind: "exports", attempts: "exports", of: .account, counting: .all, maximum: 10, seconds: 3600)
  /// To remove an account, for which Apple may be asked.
  static let accountDeletion = AttemptLimit(
    kind: "accountDeletions", attempts: "attempts to remove an account", of: .account, counting: .all, maximum: 10,
    seconds: 3600)

  // Limits of passwords: the functions of migrations/0049_sign_in.sql count, and know the same kinds and times.

  /// To sign in to one address from one network; or on a device that is known to the account, which has a count of its own.
  static let passwordFromNetwork = AttemptLimit(
    kind: "passwordAttempts", attempts: "failed attempts to sign in", of: .network, counting: .failures, maximum: 10, seconds: 900)
  /// To sign in to one address, wherever from, on devices that the account does not know.
  static let passwordOfAddress = AttemptLimit(
    kind: "addressSignInAttempts", attempts: "failed attempts to sign in", of: .network, counting: .failures, maximum: 100,
    seconds: 3600)
  /// To sign in to any address from one network.
  static let passwordOfNetwork = AttemptLimit(
    kind: "networkSignInAttempts", attempts: "failed attempts to sign in from this network", of: .network, counting: .failures,
    maximum: 300, seconds: 3600)
  /// To register from one network: each costs a hash, and a message. One whose address is confirmed is given back.
  static let registrationOfNetwork = AttemptLimit(
    kind: "networkRegistrations", attempts: "registrations from this network", of: .network, counting: .failures, maximum: 500,
    seconds: 3600)
  /// To have a message sent to an address that is not confirmed, for an account, and for all accounts of one network. A
  /// network's attempt does not count once the address is confirmed.
  static let addressMessage = AttemptLimit(
    kind: "addressMessages", attempts: "messages to addresses that are not confirmed", of: .account, counting: .all, maximum: 8,
    seconds: 3600)
  static let addressMessageOfNetwork = AttemptLimit(
    kind: "networkMessages", attempts: "messages from this network to addresses that are not confirmed", of: .network,
    counting: .failures, maximum: 500, seconds: 3600)
  /// To ask for a code that resets a password: each costs a message. A network's attempt does not count once it resets
  /// a password; a known device has only a count of its own.
  static let passwordReset = AttemptLimit(
    kind: "passwordResets", attempts: "requests to reset a password", of: .network, counting: .all, maximum: 5, seconds: 3600)
  static let passwordResetOfNetwork = AttemptLimit(
    kind: "networkPasswordResets", attempts: "requests to reset a password from this network", of: .network, counting: .failures,
    maximum: 200, seconds: 3600)
  static let passwordResetOfDevice = AttemptLimit(
    kind: "devicePasswordResets", attempts: "requests to reset a password", of: .network, counting: .all, maximum: 5, seconds: 3600)
  /// To reset a password with a short code that is wrong.
  static let resetCode = AttemptLimit(
    kind: "resetAttempts", attempts: "failed attempts to reset a password", of: .network, counting: .failures, maximum: 10,
    seconds: 3600)
  static let resetCodeOfNetwork = AttemptLimit(
    kind: "networkResetAttempts", attempts: "failed attempts to reset a password from this network", of: .network, counting: .failures,
    maximum: 100, seconds: 3600)
  /// To confirm the password of a session.
  static let passwordConfirmation = AttemptLimit(
    kind: "passwordConfirmations", attempts: "failed attempts to confirm the password", of: .account, counting: .failures,
    maximum: 10, seconds: 900)
  /// To confirm an address with a code.
  static let addressConfirmation = AttemptLimit(
    kind: "confirmationAttempts", attempts: "attempts to confirm an address", of: .account, counting: .failures, maximum: 20,
    seconds: 3600)
  /// To have a message sent to an address.
  static let confirmationMessage = AttemptLimit(
    kind: "confirmationMessages", attempts: "codes", of: .account, counting: .all, maximum: 5, seconds: 3600)
  /// To change how an account signs in: some of these cost a hash or a message.
  static let signInChange = AttemptLimit(
    kind: "signInChanges", attempts: "changes of how you sign in", of: .account, counting: .all, maximum: 20, seconds: 3600)
}
