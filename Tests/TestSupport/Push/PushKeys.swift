package import Crypto
package import CryptoExtras
import Foundation

/// The keys of a team and of a service account, and the arguments by which the server of the tests knows them.
package struct PushKeys: Sendable {
  package static let teamID = "TEAMTEAM11"
  package static let keyID = "KEYKEYKEY1"
  package static let topic = "org.example.hatched"
  package static let email = "push@hatched-test.iam.gserviceaccount.com"
  package static let project = "hatched-test"

  /// One for all tests: it takes long to make.
  package static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  package let apns = P256.Signing.PrivateKey()

  package init() {}

  /// The text of the file with the key for APNs.
  package var privateKey: String { apns.pemRepresentation }

  package var options: [String] {
    ["--team", Self.teamID, "--key-id", Self.keyID, "--topic", Self.topic, "--email", Self.email, "--project", Self.project]
  }

  /// The public keys, by their arguments.
  package var files: [String: String] {
    get throws {
      ["--apns-key": apns.publicKey.pemRepresentation, "--fcm-key": try Self.rsa.get().publicKey.pemRepresentation]
    }
  }

  /// A service account's file.
  package static func account(
    tokenURL: String = "https://oauth2.googleapis.com/token", replacing changes: [String: String?] = [:]
  ) throws -> String {
    var fields: [String: String] = [
      "type": "service_account", "project_id": project, "private_key_id": "a1b2", "client_email": email, "token_uri": tokenURL,
      "private_key": try rsa.get().pemRepresentation,
    ]
    for (name, value) in changes { fields[name] = value }
    return String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
  }
}
