import GraphQL
import Gateway
import SQL
import TestSupport
import Testing

/// The limits of attempts.
@Suite(.serialized) struct AttemptTests {
  private static let database = Task { try await SchoolDatabase("attempts") }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  private static let wrongCode = #"mutation { requestToJoinFamily(input: {code: "AAAAA-AAAAA"}) { status } }"#

  private static let wrongSignIn =
    #"mutation { signInWithApple(input: {identityToken: "none", nonce: "n"}) { viewer { id } } }"#

  private func count(_ kind: String, _ database: SchoolDatabase) async throws -> Int32? {
    let rows = try await database.run("SELECT sum(count)::int4 FROM attempts WHERE kind = \(bind: .text(kind))")
    return rows.int4(row: 0, column: 0)
  }

  @Test func `Attempts to join count for the account, and nobody else of its network is refused`() async throws {
    try await run { gateway, apple, database in
      func person() async throws -> Person {
        let person = Person(gateway, apple)
        person.network = "203.0.113.7"
        try await person.signIn(role: "STUDENT", name: "S")
        return person
      }
      let first = try await person()
      for _ in 1...10 { #expect(try await first.ask(Self.wrongCode).code == "NOT_FOUND") }
      let refused = try await first.ask(Self.wrongCode)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "joinAttempts")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("10"))
      let retryAfter = try #require(refused.at("errors", 0, "extensions", "retryAfter")?.number)
      #expect((3500...3600).contains(retryAfter))
      // An invitation is a way to join too, and another network is no way around it.
      first.network = "203.0.113.8"
      #expect(
        try await first.ask(#"mutation { acceptInvitation(input: {code: "0000"}) { session { token } } }"#).code
          == "LIMIT_EXCEEDED")
      // Whatever there was of this network before.
      try await database.run("UPDATE attempts SET count = 1000")
      #expect(try await person().ask(Self.wrongCode).code == "NOT_FOUND")
      // The time ends.
      try await database.run("UPDATE attempts SET ends_at = now() - interval '1 second'")
      #expect(try await first.ask(Self.wrongCode).code == "NOT_FOUND")
    }
  }

  @Test func `An attempt that succeeds is given back, and never more than that`() async throws {
    try await run { gateway, apple, database in
      let parent = Person(gateway, apple)
      try await parent.signIn(role: "PARENT", name: "P")
      let made = try await parent.ask(#"mutation { createFamily(input: {name: "F"}) { family { code } } }"#)
      let code = try #require(made.at("data", "createFamily", "family", "code")?.string)
      let student = Person(gateway, apple)
      student.network = "203.0.113.10"
      try await student.signIn(role: "STUDENT", name: "S")
      #expect(try await count("signInAttempts", database) == 0)
      #expect(try await student.ask(Self.wrongCode).code == "NOT_FOUND")
      // Sent again and again it has one answer.
      for _ in 1...12 {
        let answer = try await student.ask(#"mutation { requestToJoinFamily(input: {code: "\#(code)"}) { status } }"#)
        #expect(answer.at("data", "requestToJoinFamily", "status")?.string == "PENDING")
      }
      #expect(try await count("joinAttempts", database) == 1)
      try await database.run("UPDATE attempts SET count = 0")
      try await database.run("SELECT give_back_attempt(kind, key) FROM attempts")
      #expect(try await count("joinAttempts", database) == 0)
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

  @Test func `A valid identity token is accepted from a network of which too many were refused`() async throws {
    try await run { gateway, apple, database in
      let (person, other) = (Person(gateway, apple), Person(gateway, apple))
      // The first 56 bits of an IPv6 address count.
      (person.network, other.network) = ("2001:db8:1:2:3:4:5:6", "2001:db8:1:103::1")
      func wrong(_ person: Person) async throws -> JSONValue {
        try await gateway.send(Self.wrongSignIn, authorization: nil, from: person.network).json
      }
      #expect(try await wrong(person).code == "UNAUTHENTICATED")
      try await database.run("UPDATE attempts SET count = 500 WHERE kind = 'signInAttempts'")
      person.network = "2001:db8:1:2::1"
      let refused = try await wrong(person)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "signInAttempts")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("500"))
      #expect(refused.at("errors", 0, "extensions", "retryAfter") != nil)
      #expect(try await wrong(other).code == "UNAUTHENTICATED")
      for _ in 1...3 {
        #expect(try await person.signIn(role: "STUDENT", name: "S").at("errors") == nil)
        #expect(try await person.refresh().at("errors") == nil)
      }
      #expect(try await count("signInAttempts", database) == 502)
      // Guessing 256 bits is infeasible: text that is no refresh token is not counted.
      for _ in 1...3 { #expect(try await person.refresh(with: "none").code == "UNAUTHENTICATED") }
      let kinds = try await database.run("SELECT DISTINCT kind FROM attempts")
      #expect(kinds.texts == ["signInAttempts"])
    }
  }

  @Test(
    "A request has one attempt, and a second one refuses it before anything is run",
    arguments: [
      #"a: refreshSession(input: {refreshToken: "a"}) { viewer { id } } b: refreshSession(input: {refreshToken: "b"}) { viewer { id } }"#,
      #"refreshSession(input: {refreshToken: "a"}) { viewer { id } } ... { signInWithApple(input: {identityToken: "t", nonce: "n"}) { viewer { id } } }"#,
      #"a: requestToJoinFamily(input: {code: "A"}) { status } b: acceptInvitation(input: {code: "B"}) { session { token } }"#,
      #"a: exportAccount { document } b: exportAccount { document }"#,
    ])
  func oneAttempt(fields: String) async throws {
    try await run { gateway, apple, database in
      let person = Person(gateway, apple)
      try await person.signIn(role: "STUDENT", name: "S")
      let answer = try await person.ask("mutation { \(fields) }")
      #expect(answer.code == "LIMIT_EXCEEDED")
      #expect(answer.at("data") == nil)
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "attemptFields")
      #expect(answer.at("errors", 0, "extensions", "maximum") == .number("1"))
      #expect(answer.at("errors", 0, "extensions", "value") == .number("2"))
      #expect(try await database.run("SELECT FROM attempts").count == 0)
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
          group.addTask { _ = await gateway.send(Self.wrongSignIn, authorization: nil, from: "203.0.113.9") }
        }
      }
      let rows = try await database.run("SELECT kind || ' ' || count FROM attempts")
      #expect(rows.texts == ["signInAttempts 20"])
    }
  }

  @Test func `An address is not to be found in the database`() async throws {
    try await run { gateway, _, database in
      _ = await gateway.send(Self.wrongSignIn, authorization: nil, from: "203.0.113.9")
      let found = try await database.run(
        """
        SELECT (key NOT IN (sha256('203.0.113.9'), sha256('\\xCB007109'::bytea)) AND length(key) = 32)::text FROM attempts
        """)
      #expect(found.count == 1)
      #expect(found.text(row: 0, column: 0) == "true")
    }
  }

  @Test(
    "A local address is none of a client on the internet",
    arguments: [
      ("10.0.0.1", true), ("127.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true), ("172.32.0.1", false),
      ("192.168.1.1", true), ("192.169.1.1", false), ("169.254.0.1", true), ("100.64.0.1", true), ("100.128.0.1", false),
      ("203.0.113.7", false), ("::1", true), ("fd00::1", true), ("fe80::1", true), ("2001:db8::1", false),
      ("::ffff:10.0.0.1", true),
    ])
  func localNetworks(address: String, isLocal: Bool) {
    #expect(ClientNetwork(address)?.isLocal == isLocal)
  }

  @Test(
    "A network is an IPv4 address, or the first 56 bits of an IPv6 address",
    arguments: [
      ("203.0.113.7", [203, 0, 113, 7]), ("::ffff:203.0.113.7", [203, 0, 113, 7]),
      ("2001:db8::1", [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0]), ("2001:db8:0:ff::1", [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0]),
      ("2001:db8:0:100::1", [0x20, 0x01, 0x0D, 0xB8, 0, 0, 1]), ("64:ff9b::203.0.113.7", [203, 0, 113, 7]),
      ("2002:cb00:7107:abcd::1", [203, 0, 113, 7]), ("", nil), ("unknown", nil), ("203.0.113", nil),
      ("203.0.113.7.8", nil), ("203.0.113.256", nil), ("2001:db8::1%eth0", nil), ("203.0.113.7 ", nil),
      (String(repeating: "1", count: 100_000), nil),
    ] as [(String, [UInt8]?)])
  func networks(address: String, bytes: [UInt8]?) {
    #expect(ClientNetwork(address)?.bytes == bytes)
  }
}
