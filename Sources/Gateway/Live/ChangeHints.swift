import SQL
package import SessionTokens

/// The payloads of notifications by which gateways on one database tell each other whose rows have changed.
///
/// A payload has no id, since every role of the database may listen: each family and account is named by eight bytes of a keyed
/// hash. It is Base64URL of the sender's tag and the names, eight bytes each.
package struct ChangeHints: Sendable {
  package static let channel: StaticString = "hatched_changes"
  /// The most names of one payload: PostgreSQL takes payloads below 8,000 bytes.
  static let maximumNames = 500

  private let secrets: SecretKeys
  /// Tells the notifications of this process from those of others.
  private let sender = UInt64.random(in: .min ... .max)

  /// - Parameter secrets: those of all gateways. While they differ, during a change of secrets, hints are not understood.
  package init(secrets: SecretKeys) { self.secrets = secrets }

  func name(of owner: UUIDValue) -> UInt64 {
    // There is one code for each secret, and at least one secret.
    secrets.derivedCodes(for: "change hint", owner.bytes)[0].bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func payload(_ names: some Collection<UInt64>) -> String {
    Base64URL.encode(([sender] + names).flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } })
  }

  /// The names in a payload; none in one of this process, or in one that no gateway has made.
  func names(in payload: String) -> [UInt64] {
    guard let bytes = Base64URL.decode(Array(payload.utf8)[...]), bytes.count.isMultiple(of: 8), bytes.count <= 8 * (Self.maximumNames + 1) else {
      return []
    }
    let words = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return words.first == sender ? [] : Array(words.dropFirst())
  }
}
