import CryptoExtras
import Foundation
import SessionTokens
import TestSupport
import Testing

@testable import Push

/// The key file of a service account, and the assertions that it signs.
@Suite struct FCMServiceAccountTests {
  @Test func `An assertion has the claims that Google wants, and the key has signed it`() throws {
    let account = try FCMServiceAccount(json: try PushKeys.account())
    let parts = try account.assertion(issued: 1_785_312_000).split(separator: ".").map { Array($0.utf8) }
    let header = try #require(Base64URL.decode(parts[0][...]))
    let claims = try JSON(try #require(Base64URL.decode(parts[1][...])))
    #expect(try JSON(header) == .object(["alg": .text("RS256"), "kid": .text("a1b2"), "typ": .text("JWT")]))
    #expect(claims["iss"] == .text(PushKeys.email) && claims["aud"] == .text("https://oauth2.googleapis.com/token"))
    #expect(claims["scope"] == .text("https://www.googleapis.com/auth/firebase.messaging"))
    #expect(claims["iat"] == .number(1_785_312_000) && claims["exp"] == .number(1_785_315_600))
    let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2][...])))
    #expect(
      try PushKeys.rsa.get().publicKey.isValidSignature(
        signature, for: parts[0] + [UInt8(ascii: ".")] + parts[1], padding: .insecurePKCS1v1_5))
  }

  @Test("An error says why a file is no service account", arguments: [
    ("type", "authorized_user", "\"authorized_user\", and not"), ("type", nil, "type is missing"),
    ("project_id", nil, "project_id is missing"), ("project_id", "A/B", "project_id does not have"),
    ("client_email", "", "client_email is missing"), ("client_email", "a\r\nb", "client_email is not of"),
    ("private_key_id", nil, "private_key_id is missing"), ("token_uri", "http://x", "token_uri does not begin"),
    ("private_key", nil, "private_key is missing"), ("private_key", "-----BEGIN", "private_key is no RSA key"),
  ] as [(String, String?, String)])
  func wrong(_ field: String, _ value: String?, _ why: String) throws {
    let json = try PushKeys.account(replacing: [field: value])
    let error = try #require(throws: PushKeyError.self) { try FCMServiceAccount(json: json) }
    #expect(error.description.contains(why), "\(error)")
  }

  @Test func `A file that is no JSON is no account`() throws {
    for text in ["", "[]", "{\"type\":1}", "-----BEGIN PRIVATE KEY-----"] {
      #expect(throws: PushKeyError.self) { try FCMServiceAccount(json: text) }
    }
  }
}
