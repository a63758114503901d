import CryptoExtras
import Foundation

/// The account by which a server is known to FCM — Google's documentation, "Using OAuth 2.0 for server to server applications".
package struct FCMServiceAccount: Sendable {
  static let scope = "https://www.googleapis.com/auth/firebase.messaging"
  /// The longest lifetime of an assertion, in seconds.
  static let assertionLifetime: Int64 = 3_600

  package let projectID: String
  package let email: String
  /// Where an assertion is exchanged for an access token.
  let tokenURL: String
  private let keyID: String
  private let key: _RSA.Signing.PrivateKey

  /// - Parameter json: the text of the account's key file.
  package init(json: String) throws(PushKeyError) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(json.utf8)) else {
      throw PushKeyError(description: "the service account's file is no JSON object of texts")
    }
    guard file.type == "service_account" else {
      throw PushKeyError(
        description: "the file's type is \(file.type.map { "\"\($0.bounded)\"" } ?? "missing"), and not \"service_account\"")
    }
    projectID = try Self.field("project_id", file.project_id)
    email = try Self.field("client_email", file.client_email)
    keyID = try Self.field("private_key_id", file.private_key_id)
    tokenURL = try Self.field("token_uri", file.token_uri)
    guard tokenURL.hasPrefix("https://") else { throw PushKeyError(description: "token_uri does not begin with https://") }
    guard projectID.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d }) else {
      throw PushKeyError(description: "project_id does not have lower-case letters, digits and \"-\" alone")
    }
    guard let pem = file.private_key, !pem.isEmpty else { throw PushKeyError(description: "private_key is missing") }
    do {
      key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw PushKeyError(description: "private_key is no RSA key of 2,048 bits or more in PEM, or it is damaged")
    }
  }

  /// A JSON Web Token that stands for the account, signed with RS256 — RFC 7523, section 2.1; RFC 7518, section 3.3.
  /// - Parameter issued: seconds since 1970.
  func assertion(issued: Int64) throws -> String {
    try CompactToken.signed(
      header: Header(alg: "RS256", kid: keyID, typ: "JWT"),
      claims: Claims(
        iss: email, scope: Self.scope, aud: tokenURL, iat: issued, exp: issued + Self.assertionLifetime)
    ) { try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation }
  }

  private static func field(_ name: String, _ value: String?) throws(PushKeyError) -> String {
    guard let value, !value.isEmpty else { throw PushKeyError(description: "\(name) is missing") }
    guard value.utf8.count <= 500, value.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw PushKeyError(description: "\(name) is not of up to 500 printable characters of ASCII")
    }
    return value
  }

  private struct File: Decodable {
    let type: String?
    let project_id: String?
    let private_key_id: String?
    let private_key: String?
    let client_email: String?
    let token_uri: String?
  }

  private struct Header: Encodable {
    let alg: String
    let kid: String
    let typ: String
  }

  private struct Claims: Encodable {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int64
    let exp: Int64
  }
}

extension FCMServiceAccount: CustomReflectable, CustomStringConvertible {
  package var description: String { "FCMServiceAccount" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
