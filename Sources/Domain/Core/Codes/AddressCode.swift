package import SQL
package import SessionTokens

/// The secrets that prove that somebody reads what is sent to an address: a link token and a short code.
///
/// Both follow from the id of a row and the server's own secrets, whenever a message is sent or an answer is checked. The database has
/// the id alone, so a leaked backup gives no link and no code.
package struct AddressCode: Hashable, Sendable {
  /// The change that a code is for. A code for one is none for another.
  package enum Purpose: String, CaseIterable, Sendable {
    case confirmEmail, confirmTelephone, resetPassword
  }

  /// 10 to the power of the number of digits.
  private static let shortCodes: UInt64 = 100_000_000
  private static let shortCodeLength = 8

  private static let idLength = 16
  private static let proofLength = 32
  /// The characters of a link token: base64url of an id and a proof.
  package static let linkLength = (idLength + proofLength) / 3 * 4

  package let purpose: Purpose
  package let id: UUIDValue

  package init(_ purpose: Purpose, id: UUIDValue) {
    self.purpose = purpose
    self.id = id
  }

  /// The tokens of a link, one for each secret of the server; the first is the one to send.
  ///
  ///     AZk_XnsBfCONRWeJq83vAE…
  package func linkTokens(_ secrets: SecretKeys) -> [String] {
    proofs(secrets).map { Base64URL.encode(id.bytes + $0.bytes) }
  }

  /// The codes to type in, eight digits each, one for each secret of the server; the first is the one to send. There are so few of
  /// them that attempts must be counted.
  package func shortCodes(_ secrets: SecretKeys) -> [String] {
    secrets.derivedCodes(for: "address code \(purpose.rawValue)", id.bytes).map { digest in
      let number = digest.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % Self.shortCodes
      let digits = String(number)
      return String(repeating: "0", count: Self.shortCodeLength - digits.utf8.count) + digits
    }
  }

  /// The id in a link token that this server made for the purpose. Nil for every other text.
  package static func id(ofLink text: String, _ purpose: Purpose, _ secrets: SecretKeys) -> UUIDValue? {
    guard text.utf8.count == linkLength, let bytes = Base64URL.decode(Array(text.utf8)[...]),
      let id = bytes[..<idLength].withUnsafeBufferPointer({ UUIDValue(bytes: $0) })
    else { return nil }
    let given = Digest(Array(bytes[idLength...]))
    return AddressCode(purpose, id: id).proofs(secrets).contains { $0 == given } ? id : nil
  }

  /// Another derivation than that of the short code: who knows one cannot tell the other.
  private func proofs(_ secrets: SecretKeys) -> [Digest] {
    secrets.derivedCodes(for: "address link \(purpose.rawValue)", id.bytes)
  }
}
