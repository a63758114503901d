import GraphQL
import Gateway
import Postgres
import SQL
import TestSupport
import Testing

/// The outcome of a refresh token that is used again — RFC 9700, section 4.14.2.
@Suite struct RefreshTests {
  private static let database = Task { try await SchoolDatabase("refresh", families: 1) }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  private func parent(_ gateway: TestGateway, _ apple: TestApple) async throws -> Person {
    let person = Person(gateway, apple)
    try await person.signIn(role: "PARENT")
    return person
  }

  /// Has the used refresh tokens of a person be used so many seconds earlier.
  private func age(_ person: Person, by seconds: Int32, _ database: SchoolDatabase) async throws {
    let changed = try await database.run(
      """
      UPDATE refresh_tokens SET used_at = used_at - make_interval(secs => \(bind: .int4(seconds))) \
      WHERE used_at IS NOT NULL \
      AND account_id = (SELECT account_id FROM identities WHERE subject = \(bind: .text(person.subject))) RETURNING 1
      """)
    #expect(changed.count > 0)
  }

  private func isSignedIn(_ person: Person) async -> Bool {
    await person.response("{ viewer { id } }").outcome == .executed
  }

  @Test func `A client whose answer was lost has the same successor again, as often as it asks`() async throws {
    try await run { gateway, apple, database in
      let ada = try await parent(gateway, apple)
      let first = try #require(ada.refreshToken)
      let answer = try await ada.refresh(selecting: "viewer { id }")
      let successor = try #require(ada.refreshToken)
      #expect(successor != first)
      try await age(ada, by: 50, database)
      for _ in 1...3 {
        let again = try await ada.refresh(with: first, selecting: "viewer { id }")
        #expect(again.at("data", "refreshSession", "session", "refreshToken")?.string == successor)
        #expect(again.at("data", "refreshSession", "viewer") == answer.at("data", "refreshSession", "viewer"))
        #expect(await isSignedIn(ada))
      }
      // The session has one successor, and goes on with it.
      let tokens = try await database.run(
        """
        SELECT 1 FROM refresh_tokens \
        WHERE account_id = (SELECT account_id FROM identities WHERE subject = \(bind: .text(ada.subject)))
        """)
      #expect(tokens.count == 2)
      #expect(try await ada.refresh().at("errors") == nil)
    }
  }

  @Test func `The successor says of both answers alike when it expires`() async throws {
    try await run { gateway, apple, database in
      let ada = try await parent(gateway, apple)
      let first = try #require(ada.refreshToken)
      func expiry() async throws -> String? {
        try await gateway.answer(
          "mutation { refreshSession(input: {refreshToken: \"\(first)\"}) { session { refreshTokenExpiresAt } } }", as: nil
        ).at("data", "refreshSession", "session", "refreshTokenExpiresAt")?.string
      }
      // The clock of these tests stands still.
      #expect(try await expiry() == "2027-03-16T08:00:00.000Z")
      try await age(ada, by: 30, database)
      #expect(try #require(await expiry()).hasPrefix("2027-03-16T07:59:"))
    }
  }

  @Test func `After a minute it ends the session, for whoever has the next one too`() async throws {
    try await run { gateway, apple, database in
      let ada = try await parent(gateway, apple)
      let elsewhere = Person(gateway, apple, subject: ada.subject)
      try await elsewhere.signIn()
      let stolen = ada.refreshToken
      try await ada.refresh()
      try await age(ada, by: 60, database)
      #expect(await isSignedIn(ada))

      let again = try await ada.refresh(with: stolen)
      #expect(again.code == "UNAUTHENTICATED")
      #expect(again.inputPath == "input.refreshToken")
      #expect(await !isSignedIn(ada))
      #expect(try await ada.refresh().code == "UNAUTHENTICATED")
      // Another session of the account is not the thief's.
      #expect(await isSignedIn(elsewhere))
    }
  }

  @Test func `Once its successor was used it ends the session at once, however far back in the chain it is`() async throws {
    try await run { gateway, apple, _ in
      for length in 2...4 {
        let ada = try await parent(gateway, apple)
        let stolen = ada.refreshToken
        for _ in 1...length { #expect(try await ada.refresh().at("errors") == nil) }
        #expect(try await Person(gateway, apple).refresh(with: stolen).code == "UNAUTHENTICATED")
        #expect(await !isSignedIn(ada), "\(length)")
        #expect(try await ada.refresh().code == "UNAUTHENTICATED")
      }
    }
  }

  @Test func `Several who use one refresh token at the same time have the same successor, and the session goes on`() async throws {
    try await run { gateway, apple, database in
      let ada = try await parent(gateway, apple)
      let token = try #require(ada.refreshToken)
      let successors = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await Person(gateway, apple).refresh(with: token)
              .at("data", "refreshSession", "session", "refreshToken")?.string
          }
        }
        var successors: [String?] = []
        for try await successor in group { successors.append(successor) }
        return successors
      }
      #expect(successors.count == 4)
      #expect(Set(successors).count == 1)
      let next = try #require(successors[0])
      #expect(await isSignedIn(ada))
      #expect(try await ada.refresh(with: next).at("errors") == nil)
    }
  }

  @Test func `When secrets are replaced in between, the successor is the same as long as one that made it is left`() async throws {
    let database = try await Self.database.value
    try await run { gateway, apple, _ in
      let ada = try await parent(gateway, apple)
      let first = try #require(ada.refreshToken)
      let successor = try await ada.refresh().at("data", "refreshSession", "session", "refreshToken")
      func refresh(_ secrets: [String]) async throws -> JSONValue {
        let other = try TestGateway(database.app, secrets: secrets)
        let answer = try await Person(other, apple).refresh(with: first)
        await other.pool.shutdown()
        return answer
      }
      let (old, new) = ("a secret of the tests, long enough", "another secret of the tests, long enough")
      #expect(try await refresh([new, old]).at("data", "refreshSession", "session", "refreshToken") == successor)
      #expect(try await refresh([new]).code == "UNAUTHENTICATED")
      #expect(await !isSignedIn(ada))
    }
  }

  @Test func `A session that has ended is not continued by a retry`() async throws {
    try await run { gateway, apple, _ in
      let ada = try await parent(gateway, apple)
      let first = try #require(ada.refreshToken)
      try await ada.refresh()
      try await ada.ask("mutation { signOut { accountId } }")
      #expect(try await ada.refresh(with: first).code == "UNAUTHENTICATED")
      #expect(try await ada.refresh().code == "UNAUTHENTICATED")
    }
  }
}
