import Crypto
import CryptoExtras
import Foundation

/// The keys of a team and of a service account, and the arguments by which the server of the tests knows them.
struct PushKeys {
  static let teamID = "TEAMTEAM11"
  static let keyID = "KEYKEYKEY1"
  static let topic = "org.example.hatched"
  static let email = "push@hatched-test.iam.gserviceaccount.com"
  static let project = "hatched-test"

  /// One for all tests: it takes long to make.
  static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  let apns = P256.Signing.PrivateKey()

  var options: [String] {
    ["--team", Self.teamID, "--key-id", Self.keyID, "--topic", Self.topic, "--email", Self.email, "--project", Self.project]
  }

  /// The public keys, by their arguments.
  var files: [String: String] {
    get throws {
      ["--apns-key": apns.publicKey.pemRepresentation, "--fcm-key": try Self.rsa.get().publicKey.pemRepresentation]
    }
  }

  /// A service account's file.
  static func account(
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
