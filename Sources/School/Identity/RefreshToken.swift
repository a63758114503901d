package import SQL
import SessionTokens

/// What a session is continued with, once: 256 random bits. The database has only its hash.
struct RefreshToken: Sendable {
  let text: String

  static func random() -> RefreshToken {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return RefreshToken(text: Base64URL.encode(bytes))
  }

  var hash: SQLValue { .hash(of: text) }
}

extension SQLValue {
  /// The SHA-256 of a text, as `bytea`: made here, so that no statement carries what is secret.
  package static func hash(of secret: String) -> SQLValue {
    .literal("\\x\(SHA256.hash(Array(secret.utf8)).hexadecimal)", .bytea)
  }
}
