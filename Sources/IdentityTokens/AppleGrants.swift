import AsyncHTTPClient
import Foundation
import JWTKit
// The HTTP client's times, bytes and methods.
import NIOCore
import NIOHTTP1
import SessionTokens

/// Takes back what people have granted to the team's apps — Apple's documentation, "Generate and validate tokens" and
/// "Revoke tokens"; technical note 3194, "Handling account deletions and revoking tokens for Sign in with Apple".
package struct AppleGrants: Sendable {
  /// Apple's own server.
  package static let apple = "https://appleid.apple.com"

  private static let timeout = TimeAmount.seconds(5)
  /// The largest answer that is read, in bytes. Apple's have about 1,500.
  private static let maximumSize = 1 << 16
  /// For how many seconds a client secret is good; Apple takes half a year.
  private static let secretLifetime = 300

  private let teamID: String
  private let keyID: String
  private let key: ES256PrivateKey
  private let clientIDs: [String]
  private let url: String
  private let now: @Sendable () -> Double

  /// - Parameters:
  ///   - privateKey: the team's key for Sign in with Apple, in PEM, as Apple hands it out.
  ///   - clientIDs: the bundle ids and service ids of the apps, in the order in which a code is looked for.
  ///   - url: the URL of the server that stands for Apple's.
  ///   - now: seconds since 1970.
  /// - Throws: when the text has no key for ES256.
  package init(
    teamID: String, keyID: String, privateKey pem: String, clientIDs: [String], url: String = AppleGrants.apple,
    now: @escaping @Sendable () -> Double
  ) throws {
    self.teamID = teamID
    self.keyID = keyID
    key = try ES256PrivateKey(pem: pem)
    self.clientIDs = clientIDs
    self.url = url
    self.now = now
  }

  /// Exchanges an authorization code for its grant, which uses the code up.
  /// - Parameter code: `authorizationCode` of `ASAuthorizationAppleIDCredential`, from less than five minutes ago.
  package func grant(of code: String) async throws(AppleGrantError) -> AppleGrant {
    var failures: [String] = []
    for clientID in clientIDs {
      let (status, body) = try await post(
        "/auth/token", clientID, [("code", code), ("grant_type", "authorization_code")])
      if status == .ok {
        guard let tokens = try? JSONDecoder().decode(Tokens.self, from: body), let subject = tokens.subject else {
          throw .unavailable("/auth/token answers with no refresh token")
        }
        return AppleGrant(subject: subject, clientID: clientID, refreshToken: tokens.refresh_token)
      }
      failures.append(Self.failure(status, body))
    }
    // The code belongs to one of several apps.
    if failures.contains("invalid_grant") { throw .refused }
    throw .unavailable("/auth/token answers \(failures.joined(separator: ", "))")
  }

  /// Takes a grant back: Apple forgets that the person has ever signed in to the app.
  package func revoke(_ grant: AppleGrant) async throws(AppleGrantError) {
    let (status, body) = try await post(
      "/auth/revoke", grant.clientID, [("token", grant.refreshToken), ("token_type_hint", "refresh_token")])
    guard status == .ok else { throw .unavailable("/auth/revoke answers \(Self.failure(status, body))") }
  }

  private func post(
    _ path: String, _ clientID: String, _ fields: [(String, String)]
  ) async throws(AppleGrantError) -> (HTTPResponseStatus, Data) {
    do {
      let all = [("client_id", clientID), ("client_secret", try await secret(of: clientID))] + fields
      var request = HTTPClientRequest(url: url + path)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      request.body = .bytes(ByteBuffer(string: all.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")))
      let response = try await HTTPClient.shared.execute(request, deadline: .now() + Self.timeout)
      return (response.status, Data(try await response.body.collect(upTo: Self.maximumSize).readableBytesView))
    } catch {
      throw .unavailable("\(path) cannot be reached: \(error)")
    }
  }

  /// The client secret, which authenticates the gateway to Apple: a JSON Web Token, signed with the team's key.
  private func secret(of clientID: String) async throws -> String {
    let issued = Int(now())
    let keys = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: keyID))
    return try await keys.sign(
      ClientSecret(iss: teamID, iat: issued, exp: issued + Self.secretLifetime, aud: Self.apple, sub: clientID),
      kid: JWKIdentifier(string: keyID))
  }

  private struct ClientSecret: JWTPayload {
    let iss: String
    let iat: Int
    let exp: Int
    let aud: String
    let sub: String

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  private struct Tokens: Decodable {
    let refresh_token: String
    let id_token: String

    /// `sub` of the identity token. It comes from Apple itself, so that its signature says nothing more — OpenID Connect
    /// Core, section 3.1.3.7.
    var subject: String? {
      let parts = id_token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 3, let json = Base64URL.decode(Array(parts[1])[...]) else { return nil }
      return try? JSONDecoder().decode(Subject.self, from: Data(json)).sub
    }
  }

  private struct Subject: Decodable {
    let sub: String
  }

  private struct Failure: Decodable {
    let error: String
  }

  /// The error that Apple reports — RFC 6749, section 5.2 — or else the status.
  private static func failure(_ status: HTTPResponseStatus, _ body: Data) -> String {
    guard status == .badRequest, let failure = try? JSONDecoder().decode(Failure.self, from: body) else {
      return "\(status.code)"
    }
    return String(failure.error.prefix(40))
  }

  /// RFC 3986: what is not unreserved is escaped.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
