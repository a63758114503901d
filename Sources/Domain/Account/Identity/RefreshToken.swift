package import SQL
import SessionTokens

/// A token that continues a session once: 256 random bits. The database stores only its hash.
struct RefreshToken: Sendable {
  let text: String

  static func random() -> RefreshToken {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return RefreshToken(text: Base64URL.encode(bytes))
  }

  var hash: SQLValue { .hash(of: text) }

  /// The tokens that may follow this one: one for each secret of the servers, the one that is given out first. They are
  /// derived, since a client whose answer was lost needs the same one again, and the database cannot tell it.
  func successors(_ secrets: SecretKeys) -> [RefreshToken] {
    secrets.derivedCodes(for: "refresh token", Array(text.utf8)).map { RefreshToken(text: Base64URL.encode($0.bytes)) }
  }
}

extension SQLValue {
  /// The SHA-256 of a text, as `bytea`: made here, so that no statement carries what is secret.
  package static func hash(of secret: String) -> SQLValue {
    .literal("\\x\(SHA256.hash(Array(secret.utf8)).hexadecimal)", .bytea)
  }
}
