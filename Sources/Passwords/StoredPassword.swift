import SessionTokens

/// A hash as the database keeps it, in the form of PHC strings, with the parameters and the key that it was made with.
///
///     $scrypt$ln=15,r=8,p=3,k=nL2kJ0tQ$c2FsdHNhbHRzYWx0c2FsdA$1Y2l…
struct StoredPassword: Equatable, Sendable {
  let parameters: ScryptParameters
  /// Names the secret that the hash was keyed with: see ``Pepper``.
  let keyID: String
  let salt: [UInt8]
  let hash: Digest

  init(parameters: ScryptParameters, keyID: String, salt: [UInt8], hash: Digest) {
    self.parameters = parameters
    self.keyID = keyID
    self.salt = salt
    self.hash = hash
  }

  var text: String {
    "$scrypt$ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism),k=\(keyID)"
      + "$\(Base64URL.encode(salt))$\(Base64URL.encode(hash.bytes))"
  }

  /// Nil for text of another form.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    let values = parts[2].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    guard values.count == 4, values.allSatisfy({ $0.count == 2 }), values.map({ $0[0] }) == ["ln", "r", "p", "k"],
      let logarithm = Int(values[0][1]), let blockSize = Int(values[1][1]), let parallelism = Int(values[2][1]),
      let salt = Base64URL.decode(Array(parts[3].utf8)[...]), let hash = Base64URL.decode(Array(parts[4].utf8)[...]).flatMap({ Digest($0) }),
      !salt.isEmpty
    else { return nil }
    parameters = ScryptParameters(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
    keyID = String(values[3][1])
    self.salt = salt
    self.hash = hash
    guard parameters.isBounded else { return nil }
  }
}
