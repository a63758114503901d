import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// How strangers become accounts, on a real database (REQ-AUTH).
@Suite struct SignInTests {
  private static let database = Task { try await SchoolDatabase("sign_in", families: 1) }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  @Test func `The first sign-in needs a role, and makes nothing without one`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      let answer = try await ada.signIn()
      #expect(answer.code == "ROLE_REQUIRED")
      #expect(answer.inputPath == "input.role")
      #expect(answer.at("data", "signInWithApple") == .null)
      #expect(try await database.run("SELECT 1 FROM identities WHERE subject = \(bind: .text(ada.subject))").count == 0)
    }
  }

  @Test func `An identity token signs in once, whoever sends it again`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      let token = try await ada.identityToken()
      func signIn(_ rest: String) async throws -> JSONValue {
        try await gateway.send(
          """
          mutation { signInWithApple(input: {identityToken: "\(token)", nonce: "\(Person.nonce)" \(rest)}) {
            isNewAccount
          } }
          """, authorization: nil).json
      }
      // A sign-in that fails uses nothing up.
      for _ in 1...2 { #expect(try await signIn("").code == "ROLE_REQUIRED") }
      #expect(try await signIn("role: PARENT").at("data", "signInWithApple", "isNewAccount") == .bool(true))
      for rest in ["role: PARENT", ""] {
        let again = try await signIn(rest)
        #expect(again.code == "UNAUTHENTICATED")
        #expect(again.inputPath == "input.identityToken")
        #expect(again.at("errors", 0, "message")?.string == "This identity token was used before: sign in with Apple again.")
        #expect(again.at("data", "signInWithApple") == .null)
      }
      let kept = try await database.run(
        """
        SELECT extract(epoch FROM expires_at - now())::int4 FROM used_identity_tokens \
        WHERE hash = sha256(convert_to(\(bind: .text(token.split(separator: ".").prefix(2).joined(separator: "."))), 'UTF8'))
        """)
      // Ten minutes, what clocks may differ by, and a margin.
      #expect(try (900...930).contains(#require(kept.int4(row: 0, column: 0))))
      #expect(try await ada.signIn().at("data", "signInWithApple", "isNewAccount") == .bool(false))
    }
  }

  @Test func `Of several who send one identity token at the same time one signs in`() async throws {
    try await run { gateway, apple, _ in
      let token = try await Person(gateway, apple).identityToken()
      let codes = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try? await gateway.send(
              """
              mutation { signInWithApple(input: {identityToken: "\(token)", nonce: "\(Person.nonce)", role: PARENT}) {
                viewer { id }
              } }
              """, authorization: nil).json.code
          }
        }
        var codes: [String?] = []
        for await code in group { codes.append(code) }
        return codes
      }
      #expect(codes.count { $0 == nil } == 1)
      #expect(codes.count { $0 == "UNAUTHENTICATED" } == 3)
    }
  }

  @Test func `Used identity tokens are forgotten when they have expired, some with each sign-in`() async throws {
    try await run { gateway, apple, database in
      try await database.run(
        """
        INSERT INTO used_identity_tokens (hash, expires_at) SELECT sha256(n::text::bytea), now() - interval '1 second' \
        FROM generate_series(1, 15) AS n
        """)
      let expired: SQL = "SELECT count(*)::int4 FROM used_identity_tokens WHERE expires_at < now()"
      try await Person(gateway, apple).signIn(role: "PARENT")
      #expect(try await database.run(expired).int4(row: 0, column: 0) == 5)
      // A token without a valid signature leaves no row.
      let before = try await database.run("SELECT FROM used_identity_tokens").count
      try await Person(gateway, try TestApple()).signIn(role: "PARENT")
      #expect(try await database.run("SELECT FROM used_identity_tokens").count == before)
    }
  }

  @Test func `The first sign-in makes an account, later ones find it`() async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      let profile = "viewer { id name email role chosenRole family { id } }"
      let first = try await ada.signIn(role: "PARENT", name: "Ada", selecting: profile) { $0.email = "ada@example.org" }
      let payload = try #require(first.at("data", "signInWithApple"))
      #expect(payload.at("isNewAccount") == .bool(true))
      #expect(payload.at("viewer", "name")?.string == "Ada")
      #expect(payload.at("viewer", "email")?.string == "ada@example.org")
      #expect(payload.at("viewer", "chosenRole")?.string == "PARENT")
      #expect(payload.at("viewer", "role") == .null)
      #expect(payload.at("viewer", "family") == .null)
      // The clock of these tests stands still.
      #expect(payload.at("session", "expiresAt")?.string == "2027-01-15T08:15:00.000Z")
      #expect(payload.at("session", "refreshTokenExpiresAt")?.string == "2027-03-16T08:00:00.000Z")
      let id = try #require(payload.at("viewer", "id")?.string)
      #expect(try await ada.ask("{ viewer { id } }").at("data", "viewer", "id")?.string == id)

      let (token, refreshToken) = (ada.token, ada.refreshToken)
      let second = try await ada.signIn(role: "STUDENT", name: "Someone else", selecting: profile)
      #expect(second.at("data", "signInWithApple", "isNewAccount") == .bool(false))
      #expect(second.at("data", "signInWithApple", "viewer") == payload.at("viewer"))
      #expect(ada.token != token && ada.refreshToken != refreshToken)
    }
  }

  @Test func `Who is in a family sees it at once`() async throws {
    try await run { gateway, apple, database in
      let parent = Person(gateway, apple)
      try await database.run(
        """
        INSERT INTO identities (account_id, id, provider, subject) \
        VALUES (\(bind: .uuid(database.parent.accountID)), gen_random_uuid(), 'APPLE', \(bind: .text(parent.subject)))
        """)
      let answer = try await parent.signIn(selecting: "viewer { role family { name students { email hasAccount } } }")
      #expect(answer.at("errors") == nil)
      #expect(answer.at("data", "signInWithApple", "viewer", "role")?.string == "PARENT")
      #expect(answer.at("data", "signInWithApple", "viewer", "family", "name")?.string == "Rivera")
      // A field that only parents see: the answer is a parent's, though a stranger asked.
      #expect(answer.at("data", "signInWithApple", "viewer", "family", "students", 0, "hasAccount") != .null)
      #expect(try await parent.ask("{ family { name } }").at("data", "family", "name")?.string == "Rivera")
    }
  }

  @Test func `What Apple does not vouch for is refused, and the same is said of all of it`() async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      let wrongNonce = try await ada.signIn(role: "PARENT", nonce: "another")
      let wrongAudience = try await ada.signIn(role: "PARENT") { $0.audience = "\"org.example.other\"" }
      let expired = try await ada.signIn(role: "PARENT") { $0.expiresAt = 1 }
      let stranger = try await Person(gateway, TestApple()).signIn(role: "PARENT")
      for answer in [wrongNonce, wrongAudience, expired, stranger] {
        #expect(answer.code == "UNAUTHENTICATED")
        #expect(answer.inputPath == "input.identityToken")
        #expect(answer.at("errors", 0, "message") == wrongNonce.at("errors", 0, "message"))
        #expect(answer.at("data", "signInWithApple") == .null)
      }
    }
  }

  @Test(
    "A value that may not be is refused with its path",
    arguments: [
      (#"identityToken: "", nonce: "n", role: PARENT"#, "input.identityToken"),
      (#"identityToken: "\#(String(repeating: "a", count: 8193))", nonce: "n", role: PARENT"#, "input.identityToken"),
      (#"identityToken: "t", nonce: "", role: PARENT"#, "input.nonce"),
      (#"identityToken: "t", nonce: "n", name: "", role: PARENT"#, "input.name"),
    ])
  func bounds(input: String, path: String) async throws {
    try await run { gateway, _, _ in
      let answer = try await gateway.answer("mutation { signInWithApple(input: {\(input)}) { __typename } }", as: nil)
      #expect(answer.code == "BAD_USER_INPUT")
      #expect(answer.inputPath == path)
    }
  }

  @Test func `A disabled account cannot sign in`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "PARENT")
      try await database.run(
        """
        UPDATE accounts SET disabled_at = now() \
        WHERE id = (SELECT account_id FROM identities WHERE subject = \(bind: .text(ada.subject)))
        """)
      #expect(try await ada.signIn().code == "FORBIDDEN")
      #expect(try await ada.refresh().code == "UNAUTHENTICATED")
    }
  }

  @Test func `One who signs in for the first time on several devices at once is one account`() async throws {
    try await run { gateway, apple, _ in
      let subject = "apple.\(UUIDValue.random())"
      let accounts = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let answer = try await Person(gateway, apple, subject: subject).signIn(role: "STUDENT")
            return answer.at("data", "signInWithApple", "viewer", "id")?.string
          }
        }
        var accounts: [String?] = []
        for try await account in group { accounts.append(account) }
        return accounts
      }
      #expect(accounts.count == 4)
      #expect(Set(accounts).count == 1 && accounts[0] != nil, "\(accounts)")
    }
  }

  @Test func `Where Apple is not set up, or its keys cannot be had, that is said`() async throws {
    let database = try await Self.database.value
    let apple = try TestApple()
    let gateway = try TestGateway(database.app)
    #expect(try await Person(gateway, apple).signIn(role: "PARENT").code == "UNAVAILABLE")
    await gateway.pool.shutdown()
  }

  @Test func `Signing in opens nothing else of the request that does it`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      let token = try await ada.identityToken()
      let response = await gateway.send(
        """
        mutation {
          signInWithApple(input: {identityToken: "\(token)", nonce: "\(Person.nonce)", role: PARENT}) { viewer { id } }
          updateViewer(input: {name: "Ada"}) { viewer { id } }
        }
        """, authorization: nil)
      #expect(response.outcome == .unauthenticated)
      #expect(try await database.run("SELECT 1 FROM identities WHERE subject = \(bind: .text(ada.subject))").count == 0)
    }
  }

  // MARK: Sessions

  @Test func `A refresh token continues the session once, and the next one after that`() async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      let id = try await ada.signIn(role: "PARENT").at("data", "signInWithApple", "viewer", "id")
      for _ in 0..<3 {
        let before = ada.refreshToken
        let answer = try await ada.refresh()
        #expect(answer.at("data", "refreshSession", "viewer", "id") == id)
        #expect(ada.refreshToken != before)
        #expect(try await ada.ask("{ viewer { id } }").at("data", "viewer", "id") == id)
      }
    }
  }

  @Test(
    "A session is not continued",
    arguments: [
      ("that ended", "UPDATE sessions SET ended_at = now()"),
      ("that expired", "UPDATE sessions SET expires_at = now() - interval '1 second'"),
      ("whose refresh token expired", "UPDATE refresh_tokens AS sessions SET expires_at = now() - interval '1 second'"),
    ])
  func notContinued(_ name: String, change: String) async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "PARENT")
      let changed = try await database.run(
        """
        \(unescaped: change) WHERE account_id = \
        (SELECT account_id FROM identities WHERE subject = \(bind: .text(ada.subject))) RETURNING 1
        """)
      #expect(changed.count == 1)
      #expect(try await ada.refresh().code == "UNAUTHENTICATED", "\(name)")
    }
  }

  @Test func `A continued session has the place in a family that there is now`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "STUDENT")
      try await database.run(
        """
        INSERT INTO members (family_id, id, account_id, role, name) \
        SELECT \(bind: .uuid(database.sample.familyID(0))), gen_random_uuid(), account_id, 'STUDENT', 'Ada' \
        FROM identities WHERE subject = \(bind: .text(ada.subject))
        """)
      // The token of before says that there is no family, and shows none.
      #expect(try await ada.ask("{ family { id } }").at("data", "family") == .null)
      let answer = try await ada.refresh(selecting: "viewer { role family { id } }")
      #expect(answer.at("data", "refreshSession", "viewer", "role")?.string == "STUDENT")
      let family = database.sample.familyID(0).description
      #expect(answer.at("data", "refreshSession", "viewer", "family", "id")?.string == family)
      #expect(try await ada.ask("{ family { id } }").at("data", "family", "id")?.string == family)
    }
  }

  @Test func `Who signs out is refused from the next request on, on this device alone`() async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      let id = try await ada.signIn(role: "PARENT").at("data", "signInWithApple", "viewer", "id")
      let tablet = Person(gateway, apple, subject: ada.subject)
      try await tablet.signIn()
      #expect(try await ada.ask("mutation { signOut { accountId } }").at("data", "signOut", "accountId") == id)
      #expect(await ada.response("{ viewer { id } }").outcome == .unauthenticated)
      #expect(try await ada.refresh().code == "UNAUTHENTICATED")
      #expect(await tablet.response("{ viewer { id } }").outcome == .executed)
    }
  }

  @Test func `Who signs out everywhere is refused on every device, and nobody else is`() async throws {
    try await run { gateway, apple, _ in
      let (ada, ben) = (Person(gateway, apple), Person(gateway, apple))
      try await ada.signIn(role: "PARENT")
      try await ben.signIn(role: "PARENT")
      let tablet = Person(gateway, apple, subject: ada.subject)
      try await tablet.signIn()
      #expect(try await ada.ask("mutation { signOutEverywhere { accountId } }").at("errors") == nil)
      for device in [ada, tablet] {
        #expect(await device.response("{ viewer { id } }").outcome == .unauthenticated)
        #expect(try await device.refresh().code == "UNAUTHENTICATED")
      }
      #expect(await ben.response("{ viewer { id } }").outcome == .executed)
    }
  }

  @Test func `The database has no token, only hashes that the server cannot read`() async throws {
    try await run { gateway, apple, database in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "PARENT")
      let token = try #require(ada.refreshToken)
      let rows = try await database.run("SELECT refresh_tokens::text FROM refresh_tokens")
      #expect(rows.count > 0)
      #expect(!rows.texts.contains { $0.contains(token) })
      let hashes = try await database.run(
        """
        SELECT 1 FROM refresh_tokens WHERE token_hash = sha256(convert_to(\(bind: .text(token)), 'UTF8')) \
        AND NOT has_column_privilege('hatched_app', 'refresh_tokens', 'token_hash', 'SELECT')
        """)
      #expect(hashes.count == 1)
    }
  }

  @Test("Without a token a request that needs one is refused", arguments: ["signOut { accountId }", "signOutEverywhere { accountId }", #"updateViewer(input: {name: "X"}) { viewer { id } }"#])
  func anonymous(field: String) async throws {
    try await run { gateway, _, _ in
      #expect(await gateway.send("mutation { \(field) }", as: nil).outcome == .unauthenticated)
    }
  }
}
