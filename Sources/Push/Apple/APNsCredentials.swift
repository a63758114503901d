import Crypto
import Foundation

/// The key by which a team's server is known to APNs — Apple's documentation, "Establishing a token-based connection to APNs".
package struct APNsCredentials: Sendable {
  package let teamID: String
  package let keyID: String
  private let key: P256.Signing.PrivateKey

  /// - Parameters:
  ///   - teamID: the team's ten characters.
  ///   - keyID: the key's ten characters, which its file's name has, too: `AuthKey_ABC123DEFG.p8`.
  ///   - pem: the text of that file.
  package init(teamID: String, keyID: String, privateKey pem: String) throws(PushKeyError) {
    guard Self.isID(teamID) else { throw PushKeyError(description: "the team id does not have ten capital letters and digits") }
    guard Self.isID(keyID) else { throw PushKeyError(description: "the key id does not have ten capital letters and digits") }
    switch PEMLabel.first(of: pem) {
    case nil: throw PushKeyError(description: "the key file has no PEM: a line -----BEGIN PRIVATE KEY----- is missing")
    case "PRIVATE KEY", "EC PRIVATE KEY": break
    case let label?: throw PushKeyError(description: "the key file has a \(label), and no PRIVATE KEY")
    }
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw PushKeyError(description: "the key file's PRIVATE KEY is none of the curve P-256, or it is damaged")
    }
    self.teamID = teamID
    self.keyID = keyID
  }

  /// A provider token: a JSON Web Token signed with ES256 — RFC 7518, section 3.4.
  /// - Parameter issued: seconds since 1970.
  func token(issued: Int64) throws -> String {
    try CompactToken.signed(header: Header(alg: "ES256", kid: keyID), claims: Claims(iss: teamID, iat: issued)) {
      try key.signature(for: $0).rawRepresentation
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
  }

  private struct Header: Encodable {
    let alg: String
    let kid: String
  }

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
  }
}

extension APNsCredentials: CustomReflectable, CustomStringConvertible {
  package var description: String { "APNsCredentials" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
