import Planning

/// The limits of attempts. A signed-in request is limited by its account alone: nobody is refused for what others of the
/// network do. A refresh token has 256 random bits, which nobody guesses: continuing a session has no limit but that of
/// requests.
extension AttemptLimit {
  /// To join a family with a code (REQ-FAM-003).
  static let join = AttemptLimit(
    kind: "joinAttempts", attempts: "attempts to join", of: .account, counting: .failures, maximum: 10, seconds: 3600)
  static let signIn = AttemptLimit(
    kind: "signInAttempts", attempts: "failed attempts to sign in from this network", of: .network, counting: .failures,
    maximum: 500, seconds: 3600)
  /// To have all data handed out, which is much work.
  static let export = AttemptLimit(
    kind: "exports", attempts: "exports", of: .account, counting: .all, maximum: 10, seconds: 3600)
  /// To remove an account, for which Apple may be asked.
  static let accountDeletion = AttemptLimit(
    kind: "accountDeletions", attempts: "attempts to remove an account", of: .account, counting: .all, maximum: 10,
    seconds: 3600)
}
