import SessionTokens

/// The secrets that key the hashes of pickup cards, from the environment. Those of session tokens where there are no others.
///
/// The first keys new cards. A secret that is removed makes the cards unknown that were linked under it: their parents link them anew.
enum CardSecrets {
  /// - Throws: when a secret in `HATCHED_CARD_SECRETS` is too short.
  static func keys(besides tokens: SecretKeys) throws -> SecretKeys {
    guard let text = EnvironmentVariable.cardSecrets.value else { return tokens }
    return try EnvironmentVariable.cardSecrets.secretKeys(text)
  }
}
