import Planning

/// What may be tried only so often. What is tried from one network is limited so that many accounts, which anyone may
/// make, get nobody further; a school or a library is one network too.
extension AttemptLimit {
  /// To join a family with a code (REQ-FAM-003).
  static let join = AttemptLimit(
    kind: "joinAttempts", attempts: "attempts to join", perViewer: 10, perNetwork: 200, seconds: 3600)
  static let signIn = AttemptLimit(
    kind: "signInAttempts", attempts: "attempts to sign in", perNetwork: 500, seconds: 3600)
  /// Every device continues its session several times an hour.
  static let refresh = AttemptLimit(
    kind: "refreshAttempts", attempts: "attempts to continue a session", perNetwork: 5000, seconds: 3600)
  /// To have all data handed out, which is much work.
  static let export = AttemptLimit(
    kind: "exports", attempts: "exports", perViewer: 10, perNetwork: 200, seconds: 3600)
  /// To remove an account, for which Apple may be asked.
  static let accountDeletion = AttemptLimit(
    kind: "accountDeletions", attempts: "attempts to remove an account", perViewer: 10, perNetwork: 200, seconds: 3600)
}
