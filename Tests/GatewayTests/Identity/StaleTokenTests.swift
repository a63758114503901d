import GraphQL
import Gateway
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

/// Signing in and continuing a session need no session: a client may send any `Authorization` header with them, as most
/// send it with every request.
@Suite struct StaleTokenTests {
  private static let database = Task { try await SchoolDatabase("stale_tokens", families: 1) }

  private static let headers = [
    "Bearer x.y.z", "Bearer", "Basic YTpi", "expired", "signed out", "of a session there never was", "valid",
  ]

  private func run(_ body: (TestGateway, TestApple) async throws -> Void) async throws {
    try await TestGateway.run(on: try await Self.database.value) { try await body($0, $1) }
  }

  /// The header that a name of `headers` stands for.
  private func header(_ name: String, _ gateway: TestGateway, _ apple: TestApple) async throws -> String {
    let database = try await Self.database.value
    switch name {
    case "expired": return "Bearer \(gateway.token(of: database.parent, expiresAt: TestGateway.now - 600))"
    case "valid": return "Bearer \(gateway.token(of: database.parent))"
    case "of a session there never was":
      var viewer = database.parent
      viewer.sessionID = .random()
      return "Bearer \(gateway.token(of: viewer))"
    case "signed out":
      let person = Person(gateway, apple)
      try await person.signIn(role: "PARENT")
      let token = try #require(person.token)
      try await person.ask("mutation { signOut { accountId } }")
      return "Bearer \(token)"
    default: return name
    }
  }

  @Test("Someone signs in and continues the session, with a header that is", arguments: headers)
  func signsIn(_ name: String) async throws {
    try await run { gateway, apple in
      let header = try await header(name, gateway, apple)
      let person = Person(gateway, apple)
      let token = try await person.identityToken()
      let signedIn = await gateway.send(
        """
        mutation { __typename ...Entry }
        fragment Entry on Mutation {
          signInWithApple(input: {identityToken: "\(token)", nonce: "\(Person.nonce)", role: PARENT, name: "Ada"}) {
            session { refreshToken } viewer { name }
          }
        }
        """, authorization: header)
      #expect(signedIn.outcome == .executed, "\(signedIn.text)")
      let payload = try #require(try signedIn.json.at("data", "signInWithApple"))
      #expect(payload.at("viewer", "name")?.string == "Ada")
      let refreshToken = try #require(payload.at("session", "refreshToken")?.string)
      let refreshed = await gateway.send(
        #"mutation { refreshSession(input: {refreshToken: "\#(refreshToken)"}) { viewer { name } } }"#,
        authorization: header)
      #expect(try refreshed.json.at("data", "refreshSession", "viewer", "name")?.string == "Ada", "\(refreshed.text)")
    }
  }

  @Test("Nothing else is answered with a header that is", arguments: headers.dropLast())
  func nothingElse(_ name: String) async throws {
    try await run { gateway, apple in
      let header = try await header(name, gateway, apple)
      let refresh = #"refreshSession(input: {refreshToken: "none"}) { viewer { id } }"#
      for document in [
        "{ __typename }", "{ viewer { id } }", "mutation { __typename }", "mutation { signOut { accountId } }",
        "mutation { \(refresh) signOut { accountId } }", "mutation { \(refresh) signOut @skip(if: true) { accountId } }",
      ] {
        let answer = await gateway.send(document, authorization: header)
        // The database alone knows whether a validly signed token still counts, and a type's name does not ask it.
        if document == "{ __typename }", answer.outcome == .executed { continue }
        #expect(answer.outcome == .unauthenticated, "\(document) \(answer.text)")
      }
    }
  }

  @Test("With an invalid token nothing is said of a document", arguments: ["{", "{ nothing }", "mutation { refreshSession }"])
  func invalidDocuments(_ document: String) async throws {
    try await run { gateway, _ in
      #expect(await gateway.send(document, authorization: "Bearer x.y.z").outcome == .unauthenticated)
    }
  }

  @Test func `A client that sends a hash first is asked for the document, and signs in with it`() async throws {
    try await run { gateway, _ in
      let document = #"mutation { refreshSession(input: {refreshToken: "none"}) { viewer { id } } }"#
      let hash = SHA256.hash(Array(document.utf8)).hexadecimal
      let extensions = #""extensions": {"persistedQuery": {"version": 1, "sha256Hash": "\#(hash)"}}"#
      let unknown = try await gateway.send(json: "{\(extensions)}", authorization: "Bearer x.y.z")
      #expect(try unknown.json.code == "PERSISTED_QUERY_NOT_FOUND")
      let text = document.replacing("\"", with: "\\\"")
      let sent = try await gateway.send(json: "{\"query\": \"\(text)\", \(extensions)}", authorization: "Bearer x.y.z")
      #expect(try sent.json.at("errors", 0, "path") != nil, "\(sent.text)")
    }
  }
}
