import SessionTokens

/// The secrets that key the hashes of passwords, from the environment. Those of session tokens where there are no others.
///
/// Hashes name their secret, and are made anew with the first one when their owner signs in. A secret that hashes name has to stay,
/// or their owners have to reset their passwords: `hatched doctor` counts them.
enum PasswordSecrets {
  /// - Throws: when a secret in `HATCHED_PASSWORD_SECRETS` is too short.
  static func keys(besides tokens: SecretKeys) throws -> SecretKeys {
    guard let text = EnvironmentVariable.passwordSecrets.value else { return tokens }
    return try EnvironmentVariable.passwordSecrets.secretKeys(text)
  }
}
