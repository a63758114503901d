import Foundation
import Gateway
import SessionTokens

/// The secrets of session tokens, from the environment: never a flag, since other users of a machine can
/// read those.
struct TokenConfiguration {
  static let issuer = "hatched"
  static let audience = "hatched"

  let keys: SecretKeys

  /// - Throws: when `HATCHED_TOKEN_SECRETS` is missing, or a secret in it is too short.
  init() throws {
    let text = try EnvironmentVariable.tokenSecrets.required(
      for: "one or more secrets of at least \(SecretKeys.minimumLength) bytes, separated by commas")
    keys = try EnvironmentVariable.tokenSecrets.secretKeys(text)
  }

  /// Secrets of no server, for what is only shown.
  init(forExamples: Void) throws {
    keys = try SecretKeys([Array("examples of codes and links, good for nothing".utf8)])
  }

  var signer: TokenSigner { TokenSigner(keys: keys, issuer: Self.issuer, audience: Self.audience) }

  var authenticator: Authenticator {
    Authenticator(verifier: TokenVerifier(keys: keys, issuer: Self.issuer, audience: Self.audience)) {
      Self.now
    }
  }

  /// Seconds since 1970.
  static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}

extension EnvironmentVariable {
  /// The secrets in the text of this variable.
  /// - Throws: `CommandFailure` that names the variable, where one cannot be used. It shows no secret.
  func secretKeys(_ text: String) throws -> SecretKeys {
    do {
      return try SecretKeys(commaSeparated: text)
    } catch {
      throw CommandFailure("\(rawValue): \(error)", status: .usage)
    }
  }
}
