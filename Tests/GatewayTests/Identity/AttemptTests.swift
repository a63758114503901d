import GraphQL
import Gateway
import SQL
import TestSupport
import Testing

/// What may be tried only so often from one network, whatever the account.
@Suite(.serialized) struct AttemptTests {
  private static let database = Task { try await SchoolDatabase("attempts") }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  private static let wrongCode = #"mutation { requestToJoinFamily(input: {code: "AAAAA-AAAAA"}) { status } }"#

  @Test func `Many accounts of one network get no further than a few`() async throws {
    try await run { gateway, apple, database in
      func person(_ network: String) async throws -> Person {
        let person = Person(gateway, apple)
        person.network = network
        try await person.signIn(role: "STUDENT", name: "S")
        return person
      }
      let first = try await person("203.0.113.7")
      #expect(try await first.ask(Self.wrongCode).code == "NOT_FOUND")
      try await database.run("UPDATE attempts SET count = 199 WHERE kind = 'joinAttempts' AND count = 1")
      // That was the count of the account too.
      #expect(try await first.ask(Self.wrongCode).at("errors", 0, "extensions", "maximum") == .number("10"))
      let second = try await person("203.0.113.7")
      let refused = try await second.ask(Self.wrongCode)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "joinAttempts")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("200"))
      let retryAfter = try #require(refused.at("errors", 0, "extensions", "retryAfter")?.number)
      #expect((3500...3600).contains(retryAfter))
      // An invitation is a way to join too, and the next network is not held up.
      #expect(
        try await second.ask(#"mutation { acceptInvitation(input: {code: "0000"}) { session { token } } }"#).code
          == "LIMIT_EXCEEDED")
      #expect(try await person("203.0.113.8").ask(Self.wrongCode).code == "NOT_FOUND")
      second.network = nil
      #expect(try await second.ask(Self.wrongCode).code == "NOT_FOUND")
      // The time ends.
      try await database.run("UPDATE attempts SET ends_at = now() - interval '1 second'")
      #expect(try await first.ask(Self.wrongCode).code == "NOT_FOUND")
    }
  }

  @Test func `What is tried with the token of a session that has ended counts for nobody`() async throws {
    try await run { gateway, apple, database in
      let person = Person(gateway, apple)
      try await person.signIn(role: "STUDENT", name: "S")
      let stolen = person.token
      try await person.ask("mutation { signOut { accountId } }")
      let thief = Person(gateway, apple)
      (thief.token, thief.network) = (stolen, "203.0.113.9")
      for _ in 1...11 { #expect(await thief.response(Self.wrongCode).outcome == .unauthenticated) }
      let counted = try await database.run("SELECT count(*)::int4 FROM attempts WHERE kind = 'joinAttempts'")
      #expect(counted.int4(row: 0, column: 0) == 0)
      try await person.signIn()
      #expect(try await person.ask(Self.wrongCode).code == "NOT_FOUND")
    }
  }

  @Test func `Attempts that end in a conflict count as well`() async throws {
    try await run { gateway, apple, database in
      let parent = Person(gateway, apple)
      try await parent.signIn(role: "PARENT", name: "P")
      try await parent.ask(#"mutation { createFamily(input: {name: "F"}) { session { token } } }"#)
      let made = try await parent.ask("mutation { createInvitation(input: {role: PARENT}) { code invitation { id } } }")
      let code = try #require(made.at("data", "createInvitation", "code")?.string)
      let id = try #require(made.at("data", "createInvitation", "invitation", "id")?.string)
      try await parent.ask(#"mutation { revokeInvitation(input: {id: "\#(id)"}) { invitation { id } } }"#)
      let other = Person(gateway, apple)
      try await other.signIn(role: "PARENT", name: "O")
      for attempt in 1...11 {
        let answer = try await other.ask(
          #"mutation { acceptInvitation(input: {code: "\#(code)"}) { session { token } } }"#)
        #expect(answer.code == (attempt > 10 ? "LIMIT_EXCEEDED" : "CONFLICT"))
      }
    }
  }

  @Test func `Removing an account is tried ten times an hour, so that Apple is not asked more often`() async throws {
    try await run { gateway, apple, database in
      let person = Person(gateway, apple)
      try await person.signIn(role: "PARENT", name: "P")
      for attempt in 1...11 {
        let answer = try await person.ask(
          #"mutation { deleteAccount(input: {confirmation: "No"}) { accountId } }"#)
        #expect(answer.code == (attempt > 10 ? "LIMIT_EXCEEDED" : "BAD_USER_INPUT"))
      }
      try await database.run("UPDATE attempts SET ends_at = now() - interval '1 second'")
      let answer = try await person.ask(#"mutation { deleteAccount(input: {confirmation: "P"}) { accountId } }"#)
      #expect(answer.at("errors") == nil)
    }
  }

  @Test func `Signing in and continuing a session are limited by the same means`() async throws {
    try await run { gateway, apple, database in
      let person = Person(gateway, apple)
      person.network = "2001:db8:1:2:3:4:5:6"
      try await person.signIn(role: "STUDENT", name: "S")
      #expect(try await person.refresh().at("errors") == nil)
      try await database.run("UPDATE attempts SET count = 500 WHERE kind = 'signInAttempts'")
      try await database.run("UPDATE attempts SET count = 5000 WHERE kind = 'refreshAttempts'")
      // Of an IPv6 address the first 64 bits count.
      person.network = "2001:db8:1:2::1"
      for (answer, limit) in [
        (try await person.signIn(), "signInAttempts"), (try await person.refresh(), "refreshAttempts"),
      ] {
        #expect(answer.code == "LIMIT_EXCEEDED")
        #expect(answer.at("errors", 0, "extensions", "limit")?.string == limit)
      }
      person.network = "2001:db8:1:3::1"
      #expect(try await person.signIn().at("errors") == nil)
      // The token that was refused for the limit's sake was not used up.
      #expect(try await person.refresh().at("errors") == nil)
    }
  }

  @Test func `Attempts at the same time all count, and what is over is forgotten`() async throws {
    try await run { gateway, _, database in
      try await database.run(
        """
        INSERT INTO attempts (kind, key, ends_at) SELECT 'joinAttempts', sha256(n::text::bytea), now() - interval '1 hour' \
        FROM generate_series(1, 15) AS n
        """)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            _ = await gateway.send(
              #"mutation { refreshSession(input: {refreshToken: "none"}) { session { token } } }"#, authorization: nil,
              from: "203.0.113.9")
          }
        }
      }
      let rows = try await database.run("SELECT kind || ' ' || count FROM attempts")
      #expect((0..<rows.count).map { rows.text(row: $0, column: 0) } == ["refreshAttempts 20"])
    }
  }

  @Test func `An address is not to be found in the database`() async throws {
    try await run { gateway, _, database in
      _ = await gateway.send(
        #"mutation { refreshSession(input: {refreshToken: "none"}) { session { token } } }"#, authorization: nil,
        from: "203.0.113.9")
      let found = try await database.run(
        """
        SELECT (key NOT IN (sha256('203.0.113.9'), sha256('\\xCB007109'::bytea)) AND length(key) = 32)::text FROM attempts
        """)
      #expect(found.count == 1)
      #expect(found.text(row: 0, column: 0) == "true")
    }
  }

  @Test(
    "A network is an IPv4 address, or the first half of an IPv6 address",
    arguments: [
      ("203.0.113.7", [203, 0, 113, 7]), ("::ffff:203.0.113.7", [203, 0, 113, 7]),
      ("2001:db8::1", [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0]), ("", nil), ("unknown", nil), ("203.0.113", nil),
      ("203.0.113.7.8", nil), ("203.0.113.256", nil), ("2001:db8::1%eth0", nil), ("203.0.113.7 ", nil),
      (String(repeating: "1", count: 100_000), nil),
    ] as [(String, [UInt8]?)])
  func networks(address: String, bytes: [UInt8]?) {
    #expect(ClientNetwork(address)?.bytes == bytes)
  }
}
