import SessionTokens

/// Keys hashes with the server's secrets: who has the database and not the secrets cannot try passwords.
///
/// A hash names its secret. The first secret keys new hashes; each of the others has to stay as long as hashes name it.
struct Pepper: Sendable {
  private let secrets: SecretKeys
  let ids: [String]

  init(_ secrets: SecretKeys) {
    self.secrets = secrets
    ids = secrets.derivedCodes(for: "password key id", []).map { Base64URL.encode(Array($0.bytes.prefix(6))) }
  }

  /// There is always a first secret: see `SecretKeys`.
  var firstID: String { ids[0] }

  /// The keyed hash; nil where no secret has this id.
  func keyed(_ hash: [UInt8], salt: [UInt8], keyID: String) -> Digest? {
    guard let index = ids.firstIndex(of: keyID) else { return nil }
    return secrets.derivedCodes(for: "password", salt + hash)[index]
  }
}
