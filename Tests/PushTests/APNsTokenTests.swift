import Crypto
import Foundation
import SessionTokens
import TestSupport
import Testing

@testable import Push

/// Provider tokens for APNs: their claims and signature, and when they are renewed.
@Suite struct APNsTokenTests {
  private let keys = PushKeys()

  private func tokens(_ clock: TestClock) throws -> APNsProviderTokens {
    APNsProviderTokens(
      try APNsCredentials(
        teamID: PushKeys.teamID, keyID: PushKeys.keyID, privateKey: keys.apns.pemRepresentation)
    ) { clock.now }
  }

  @Test func `A token names the key, the team and the time, and the key has signed it`() throws {
    let credentials = try APNsCredentials(
      teamID: PushKeys.teamID, keyID: PushKeys.keyID, privateKey: keys.apns.pemRepresentation)
    let parts = try credentials.token(issued: 1_785_312_000).split(separator: ".").map { Array($0.utf8) }
    #expect(parts.count == 3)
    let header = try #require(Base64URL.decode(parts[0][...]))
    let claims = try #require(Base64URL.decode(parts[1][...]))
    let signature = try #require(Base64URL.decode(parts[2][...]))
    #expect(try JSON(header) == .object(["alg": .text("ES256"), "kid": .text(PushKeys.keyID)]))
    #expect(try JSON(claims) == .object(["iss": .text(PushKeys.teamID), "iat": .number(1_785_312_000)]))
    let signed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
    #expect(keys.apns.publicKey.isValidSignature(signed, for: parts[0] + [UInt8(ascii: ".")] + parts[1]))
  }

  @Test func `All share a token for 50 minutes`() throws {
    let clock = TestClock()
    let tokens = try tokens(clock)
    let first = try tokens.current()
    clock.set(49 * 60)
    #expect(try tokens.current() == first)
    clock.set(51 * 60)
    let second = try tokens.current()
    #expect(second != first)
    #expect(try tokens.current() == second)
  }

  @Test func `A refused token is renewed after 20 minutes, and once for all`() throws {
    let clock = TestClock()
    let tokens = try tokens(clock)
    let first = try tokens.current()
    clock.set(19 * 60)
    #expect(try tokens.renewed(after: first) == nil)
    clock.set(21 * 60)
    let second = try #require(try tokens.renewed(after: first))
    #expect(second != first)
    // Another request that had the first one.
    #expect(try tokens.renewed(after: first) == second)
    #expect(try tokens.renewed(after: second) == nil)
  }

  @Test func `A clock that was set back makes a new token`() throws {
    let clock = TestClock()
    clock.set(3_600)
    let tokens = try tokens(clock)
    let first = try tokens.current()
    clock.set(0)
    #expect(try tokens.current() != first)
  }

  @Test("An error says why a text is no key", arguments: [
    ("TEAM", PushKeys.keyID, "x", "the team id"),
    (PushKeys.teamID, "keykeykey1", "x", "the key id"),
    (PushKeys.teamID, PushKeys.keyID, "AuthKey", "has no PEM"),
    (PushKeys.teamID, PushKeys.keyID, "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "has a CERTIFICATE"),
    (PushKeys.teamID, PushKeys.keyID, "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n", "P-256, or it is damaged"),
    (PushKeys.teamID, PushKeys.keyID, P384.Signing.PrivateKey().pemRepresentation, "none of the curve P-256"),
  ])
  func wrong(_ team: String, _ key: String, _ pem: String, _ why: String) throws {
    let error = try #require(throws: PushKeyError.self) { try APNsCredentials(teamID: team, keyID: key, privateKey: pem) }
    #expect(error.description.contains(why), "\(error)")
  }

  @Test func `An error says why a file has no key`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-push-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func error(_ data: Data?) throws -> String {
      let file = folder.appending(path: "key")
      try? FileManager.default.removeItem(at: file)
      try data?.write(to: file)
      return try #require(throws: PushKeyError.self) { try KeyFile.read(file.path) }.description
    }
    #expect(try error(nil).hasSuffix("cannot be read"))
    #expect(try error(Data()).hasSuffix("is empty"))
    #expect(try error(Data([0xff, 0xfe])).hasSuffix("is not text"))
    #expect(try error(Data(repeating: 65, count: KeyFile.maximumSize + 1)).hasSuffix("has more than 65536 bytes"))
  }
}
