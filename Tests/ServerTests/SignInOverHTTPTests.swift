import Foundation
import GraphQL
import SQL
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// Signing in to `hatched serve`, with a key set in a file.
@Suite struct SignInOverHTTPTests {
  private static let database = Task { try await SchoolDatabase("sign_in_over_http", families: 1) }
  private static let apple = Result { try TestApple() }

  @Test func `Someone signs in, makes a family and reads it, and the log tells no secret`() async throws {
    let database = try await Self.database.value
    let keys = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUIDValue.random()).json")
    try Self.apple.get().keySet.write(to: keys, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: keys) }
    let options = [
      "--apple-audience", "org.example.other, \(TestApple.audience)", "--apple-keys", keys.path,
      "--session-lifetime", "60", "--log-level", "trace",
    ]
    try await RunningServer.run(on: database.app, options) { server in
      let nonce = "a nonce of this test"
      let identityToken = try await Self.apple.get().token(
        TestApple.Claims(now: Double(TokenConfiguration.now), nonce: nonce))
      let signedIn = try await server.post(
        """
        mutation { signInWithApple(input: {identityToken: "\(identityToken)", nonce: "\(nonce)", role: PARENT, name: "Ada"}) {
          session { token refreshToken expiresAt } viewer { chosenRole }
        } }
        """, token: nil)
      let session = try #require(signedIn.json.at("data", "signInWithApple", "session"), "\(signedIn.json)")
      let token = try #require(session.at("token")?.string)
      let refreshToken = try #require(session.at("refreshToken")?.string)

      let made = try await server.post(
        #"mutation { createFamily(input: {name: "Lovelace"}) { session { token } family { code } } }"#, token: token)
      let familyToken = try #require(made.json.at("data", "createFamily", "session", "token")?.string, "\(made.json)")
      let code = try #require(made.json.at("data", "createFamily", "family", "code")?.string)
      let read = try await server.post("{ viewer { role family { name } } }", token: familyToken)
      #expect(read.json.at("data", "viewer", "family", "name")?.string == "Lovelace")

      let invited = try await server.post(
        "mutation { createInvitation(input: {role: PARENT}) { code } }", token: familyToken)
      let invitation = try #require(invited.json.at("data", "createInvitation", "code")?.string)
      let refreshed = try await server.post(
        #"mutation { refreshSession(input: {refreshToken: "\#(refreshToken)"}) { session { refreshToken } viewer { role } } }"#,
        token: nil)
      #expect(refreshed.json.at("data", "refreshSession", "viewer", "role")?.string == "PARENT")

      // Clients send their old session token with it.
      let next = try #require(refreshed.json.at("data", "refreshSession", "session", "refreshToken")?.string)
      let stale = try await server.post(
        #"mutation { refreshSession(input: {refreshToken: "\#(next)"}) { viewer { role } } }"#, token: "no.such.token")
      #expect(stale.status == 200)
      #expect(stale.json.at("data", "refreshSession", "viewer", "role")?.string == "PARENT")

      // A field refused for a token has no status of its own: the request was well-formed.
      let refused = try await server.post(
        #"mutation { refreshSession(input: {refreshToken: "\#(refreshToken)"}) { viewer { role } } }"#, token: nil)
      #expect(refused.status == 200)
      #expect(refused.json.at("errors", 0, "extensions", "code")?.string == "UNAUTHENTICATED")
      #expect(try await server.post("{ viewer { role } }", token: familyToken).status == 401)

      let log = try server.process.errors
      for secret in [identityToken, nonce, token, refreshToken, familyToken, code, invitation] {
        #expect(!log.contains(secret))
      }
    }
  }

  @Test(
    "Options that cannot be are refused, with what they may be",
    arguments: [
      (["--session-lifetime", "59"], "--session-lifetime (or HATCHED_SESSION_LIFETIME) must be between 60 and 86400 seconds."),
      (["--refresh-days", "0"], "--refresh-days (or HATCHED_REFRESH_DAYS) must be between 1 and 400 days."),
      (["--apple-audience", "a", "--apple-keys", "/nowhere.json"], "There is no key set to be read at /nowhere.json."),
      (["--apple-audience", "a", "--apple-keys", "ftp://x"], "\"ftp://x\" is not the address of a key set"),
    ])
  func options(_ options: [String], message: String) async throws {
    let end = try await ChildProcess.run(
      .hatched, ["serve"] + options,
      environment: ["DATABASE_URL": "postgresql:///x", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}
