import Foundation
import GraphQL
import NIOCore
import NIOHTTP1
import SQL
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Signing in to `hatched serve` with an OpenID Connect provider that the operator has listed (TT-02).
@Suite struct ProviderSignInTests {
  private static let database = Task { try await SchoolDatabase("provider_sign_in", families: 1) }

  /// A provider with a configuration and a key set, on a web server.
  private final class Provider: HTTPResponder {
    let bodies = Mutex<[String: String]>([:])

    func answer(to request: ReceivedRequest) async -> Answer {
      let body = bodies.withLock { $0[request.path] }
      return Answer(status: body == nil ? .notFound : .ok, headers: [:], body: ByteBuffer(string: body ?? ""))
    }

    func answer(to fault: RequestFault) -> Answer { Answer(status: .badRequest, headers: [:], body: ByteBuffer()) }
  }

  private func claims(of issuer: String, _ subject: String) -> TestApple.Claims {
    var claims = TestApple.Claims(now: Double(TokenConfiguration.now), nonce: "a nonce")
    claims.issuer = issuer
    claims.audience = #""org.example.hatched""#
    claims.subject = subject
    return claims
  }

  private func input(_ token: String, _ rest: String = "", provider: String = "school") -> String {
    #"input: {provider: "\#(provider)", identityToken: "\#(token)", nonce: "a nonce" \#(rest)}"#
  }

  @Test func `Someone signs in with a provider, and links another identity of it`() async throws {
    let database = try await Self.database.value
    let provider = Provider()
    let file = FileManager.default.temporaryDirectory.appending(path: "providers-\(UUIDValue.random()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try await ListeningServer.run(provider, limits: RequestHandler.Limits(bodySize: 10)) { web in
      let issuer = "http://127.0.0.1:\(web.port)"
      let key = TestCurveKey()
      func publish(_ issuerOfConfiguration: String? = nil) throws {
        let keys = try key.key
        provider.bodies.withLock {
          $0 = [
            "/.well-known/openid-configuration": #"{"issuer":"\#(issuerOfConfiguration ?? issuer)","jwks_uri":"\#(issuer)/keys"}"#,
            "/keys": #"{"keys":[\#(keys)]}"#,
          ]
        }
      }
      try publish("https://id.example.org")
      try #"[{"id": "school", "name": "School account", "issuer": "\#(issuer)", "clientIds": ["org.example.hatched"]}]"#
        .write(to: file, atomically: true, encoding: .utf8)
      try await RunningServer.run(on: database.app, ["--sign-in-providers", file.path, "--log-level", "trace"]) { server in
        // Without a token.
        let listed = try await server.post("{ signInProviders { id name issuer } }", token: nil)
        #expect(listed.json.at("data", "signInProviders", 0, "id")?.string == "school", "\(listed.status) \(listed.json)")
        #expect(listed.json.at("data", "signInProviders", 0, "issuer")?.string == issuer)

        let signIn = { (token: String, rest: String) in
          try await server.post(
            "mutation { signInWithProvider(\(self.input(token, rest))) { isNewAccount session { token } viewer { id signInWays { id kind address isConfirmed } } } }",
            token: nil).json
        }
        let first = try await key.token(claims(of: issuer, "ada"))
        // The configuration is of another issuer.
        #expect(try await signIn(first, "role: PARENT").code == "UNAVAILABLE")
        try publish()
        // Keys that could not be had are asked for again after five seconds.
        try await Task.sleep(for: .seconds(6))
        #expect(try await signIn(first, "").code == "ROLE_REQUIRED")
        let made = try await signIn(first, "role: PARENT")
        #expect(made.at("data", "signInWithProvider", "isNewAccount") == .bool(true), "\(made)")
        let account = try #require(made.at("data", "signInWithProvider", "viewer", "id")?.string)
        #expect(made.at("data", "signInWithProvider", "viewer", "signInWays", 0, "kind")?.string == "PROVIDER")
        let again = try await signIn(first, "")
        #expect(again.code == "UNAUTHENTICATED")
        #expect(again.at("errors", 0, "message")?.string == "This identity token was used before: sign in with School account again.")
        // Nor by the other signature of the same text.
        #expect(try await signIn(try TestCurveKey.mirrored(first), "").at("errors", 0, "message") == again.at("errors", 0, "message"))
        let second = try await signIn(try await key.token(claims(of: issuer, "ada")), "")
        #expect(second.at("data", "signInWithProvider", "viewer", "id")?.string == account)
        #expect(second.at("data", "signInWithProvider", "isNewAccount") == .bool(false))

        // A token of another issuer, and a provider that is not listed.
        #expect(try await signIn(try await key.token(claims(of: "https://id.example.org", "ada")), "").code == "UNAUTHENTICATED")
        let unknown = try await server.post("mutation { signInWithProvider(\(input(first, provider: "nobody"))) { isNewAccount } }", token: nil).json
        #expect(unknown.code == "NOT_FOUND")
        #expect(unknown.at("errors", 0, "extensions", "inputPath", 1)?.string == "provider")

        // Linked to an account that signed in otherwise.
        let token = try #require(second.at("data", "signInWithProvider", "session", "token")?.string)
        let grace = try await key.token(claims(of: issuer, "grace"))
        let link = { (identity: String) in
          try await server.post(
            "mutation { linkProvider(\(self.input(identity))) { viewer { signInWays { id kind } } } }", token: token).json
        }
        let linked = try await link(grace)
        let ways = try #require(linked.at("data", "linkProvider", "viewer", "signInWays")?.array, "\(linked)")
        #expect(ways.count == 2)
        #expect(try await signIn(try await key.token(claims(of: issuer, "grace")), "").at("data", "signInWithProvider", "viewer", "id")?.string == account)
        let other = try await signIn(try await key.token(claims(of: issuer, "alan")), "role: STUDENT")
        let otherToken = try #require(other.at("data", "signInWithProvider", "session", "token")?.string)
        let taken = try await server.post(
          "mutation { linkProvider(\(input(try await key.token(claims(of: issuer, "grace"))))) { viewer { id } } }", token: otherToken).json
        #expect(taken.code == "CONFLICT")

        // The log has no secret.
        let log = try server.process.errors
        for secret in [first, grace, token] { #expect(!log.contains(secret)) }
      }
    }
  }

  @Test(
    "A file that cannot be used stops the server, with the place in it",
    arguments: [
      (nil, "There are no providers to be read at"), ("{", "is no JSON array of providers"),
      (#"[{"id": "a", "name": "A", "issuer": "http://id.example.org", "clientIds": ["c"]}]"#, "[0].issuer must be an https URL"),
    ])
  func file(_ text: String?, message: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "providers-\(UUIDValue.random()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try text?.write(to: file, atomically: true, encoding: .utf8)
    let end = try await ChildProcess.run(
      .hatched, ["serve", "--sign-in-providers", file.path],
      environment: ["DATABASE_URL": "postgresql:///x", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}

extension JSONValue {
  /// The code of the first error.
  fileprivate var code: String? { at("errors", 0, "extensions", "code")?.string }
}
