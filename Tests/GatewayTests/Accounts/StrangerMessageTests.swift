import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Strangers who use somebody's address keep its owner from nothing: no notice is lost, no registration refused, no code worthless.
@Suite(.serialized) struct StrangerMessageTests {
  private static let database = Task { try await SchoolDatabase("stranger_messages", families: 1) }

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  /// Has strangers register with an address.
  @discardableResult
  private func strangers(_ count: Int, with address: String, _ gateway: TestGateway, _ database: SchoolDatabase) async throws -> [Client] {
    var strangers: [Client] = []
    for number in 0..<count {
      let stranger = Client(gateway, database, email: address)
      stranger.password = "the password of stranger \(number)"
      #expect(try await stranger.register(name: "Mallory").at("errors") == nil)
      strangers.append(stranger)
    }
    return strangers
  }

  @Test func `Registrations with an owner's address suppress no notice of a changed password`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      try await strangers(25, with: ada.email, gateway, database)
      #expect(
        try await ada.ask(#"mutation { changePassword(input: {newPassword: "another good password"}) { viewer { id } } }"#).at("errors")
          == nil)
      #expect(try await ada.kinds().contains("password-changed"))
      // The messages that strangers cause are limited.
      #expect(try await ada.kinds().count { $0 == "address-known" } == 10)
    }
  }

  @Test func `Registrations of strangers refuse nobody's own, and silence no confirmation`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await strangers(5, with: ada.email, gateway, database)
      #expect(try await ada.register().at("errors") == nil)
      #expect(try await ada.kinds().count { $0 == "confirm-address" } == 6)
      try await ada.confirm()
      #expect(try await ada.signIn(device: false).at("errors") == nil)
    }
  }

  @Test func `A code that arrived confirms the address, whosever registration it was sent for`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      let others = try await strangers(14, with: ada.email, gateway, database)
      let arrived = try #require(try await ada.code(.confirmEmail, kind: "confirm-address"))
      #expect(try await ada.register().at("errors") == nil)
      // Its own message is one too many.
      #expect(try await ada.code(.confirmEmail, kind: "confirm-address") == arrived)
      let keys = try TestGateway.keys.get()
      // Wrong guesses of the strangers end none of the owner's tries.
      let wrong = arrived.shortCodes(keys)[0] == "00000000" ? "00000001" : "00000000"
      for stranger in others.prefix(3) {
        for _ in 1...12 { _ = try await stranger.ask(#"mutation { confirmAddress(input: {code: "\#(wrong)"}) { viewer { id } } }"#) }
      }
      let confirm = #"mutation { confirmAddress(input: {code: "\#(arrived.shortCodes(keys)[0])"}) { viewer { id } } }"#
      #expect(try await ada.ask(confirm).at("errors") == nil)
      #expect(try await ada.signIn(device: false).at("errors") == nil)
      // The address is the owner's: the same code is worth nothing to the one it was sent for.
      for stranger in others { #expect(try await stranger.ask(confirm).code == "BAD_USER_INPUT") }
    }
  }

  @Test func `A link that arrived confirms in the owner's session, and in none without the address`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await strangers(1, with: ada.email, gateway, database)
      let arrived = try #require(try await ada.code(.confirmEmail, kind: "confirm-address"))
      let confirm = #"mutation { confirmAddress(input: {token: "\#(arrived.linkTokens(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#
      let other = Client(gateway, database)
      try await other.register()
      #expect(try await other.ask(confirm).code == "BAD_USER_INPUT")
      try await ada.register()
      #expect(try await ada.ask(confirm).at("errors") == nil)
    }
  }

  @Test func `Variants of an address count as one`() async throws {
    try await run { gateway, database in
      for number in 0..<30 {
        let name = number.isMultiple(of: 2) ? "ada.rivera+\(number)" : "a.d.a.rivera+\(number)"
        let client = Client(gateway, database, email: "\(name)@variants.example.org")
        #expect(try await client.register().at("errors") == nil)
      }
      let sent = try await database.run("SELECT count(*)::int4 FROM messages WHERE address LIKE '%@variants.example.org'")
      #expect(sent.int4(row: 0, column: 0) == 15)
    }
  }

  @Test func `An account causes eight messages in an hour to addresses that are not confirmed`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      func change() async throws -> JSONValue {
        try await ada.ask("mutation { changeAddress(input: {\(Client(gateway, database).address)}) { viewer { id } } }")
      }
      for _ in 1...8 { #expect(try await change().at("errors") == nil) }
      let refused = try await change()
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "addressMessages")
      let again = try await ada.ask("mutation { resendConfirmation { viewer { id } } }")
      #expect(again.at("errors", 0, "extensions", "limit")?.string == "addressMessages")
    }
  }

  @Test func `A network causes so many messages by changes of addresses, and those that were confirmed do not count`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let next = Client(gateway, database)
      #expect(try await ada.ask("mutation { changeAddress(input: {\(next.address)}) { viewer { id } } }").at("errors") == nil)
      let count: SQL = "SELECT coalesce(sum(count), 0)::int4 FROM attempts WHERE kind = 'networkMessages'"
      #expect(try await database.run(count).int4(row: 0, column: 0) == 1)
      next.token = ada.token
      try await next.confirm()
      #expect(try await database.run(count).int4(row: 0, column: 0) == 0)
      try await database.run("UPDATE attempts SET count = 500 WHERE kind = 'networkMessages'")
      let other = Client(gateway, database)
      let refused = try await ada.ask("mutation { changeAddress(input: {\(other.address)}) { viewer { id } } }")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "networkMessages")
    }
  }

  @Test func `An evening at a school: registrations that are confirmed do not count for the network`() async throws {
    try await run { gateway, database in
      let count: SQL = "SELECT coalesce(sum(count), 0)::int4 FROM attempts WHERE kind = 'networkRegistrations'"
      for _ in 1...20 { try await Client(gateway, database).join() }
      #expect(try await database.run(count).int4(row: 0, column: 0) == 0)
      try await Client(gateway, database).register()
      #expect(try await database.run(count).int4(row: 0, column: 0) == 1)
      try await database.run("UPDATE attempts SET count = 500 WHERE kind = 'networkRegistrations'")
      let refused = try await Client(gateway, database).register()
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "networkRegistrations")
      #expect(refused.at("errors", 0, "extensions", "maximum")?.number == 500)
      // The hash of the network is nowhere once it is not needed.
      let kept = try await database.run("SELECT count(*)::int4 FROM sign_in_addresses WHERE counted_key IS NOT NULL AND confirmed_at IS NOT NULL")
      #expect(kept.int4(row: 0, column: 0) == 0)
    }
  }

  @Test func `A network that asked for too many resets refuses no code, and no known device`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      _ = try await ada.anonymously("requestPasswordReset(input: {\(ada.address)}) { expiresInSeconds }")
      try await database.run("UPDATE attempts SET count = 1000 WHERE kind LIKE '%PasswordResets' OR kind = 'passwordResets'")
      let refused = try await ada.anonymously("requestPasswordReset(input: {\(ada.address)}) { expiresInSeconds }")
      #expect(refused.code == "LIMIT_EXCEEDED")
      let device = try #require(ada.deviceToken)
      let known = try await ada.anonymously(
        #"requestPasswordReset(input: {\#(ada.address) deviceToken: "\#(device)"}) { expiresInSeconds }"#)
      #expect(known.at("errors") == nil)
      let unknown = try await ada.anonymously(
        #"requestPasswordReset(input: {\#(ada.address) deviceToken: "nobody's"}) { expiresInSeconds }"#)
      #expect(unknown.code == "LIMIT_EXCEEDED")
      // Wrong codes of others are too many by far, on this network as well.
      for kind in ["resetAttempts", "networkResetAttempts"] {
        try await database.run(
          "INSERT INTO attempts (kind, key, count, ends_at) SELECT \(bind: .text(kind)), key, 5000, now() + interval '1 hour' FROM attempts WHERE kind IN ('passwordResets', 'networkPasswordResets') ON CONFLICT DO NOTHING")
      }
      let code = try #require(try await ada.code(.resetPassword, kind: "reset-password")).shortCodes(try TestGateway.keys.get())[0]
      let reset = try await ada.anonymously(
        #"resetPassword(input: {\#(ada.address) code: "\#(code)" newPassword: "another good password"}) { endedSessions }"#)
      #expect(reset.at("errors") == nil, "\(reset)")
    }
  }

  @Test func `Wrong codes of another network, and of this one for a known device, end no code`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      _ = try await ada.anonymously("requestPasswordReset(input: {\(ada.address)}) { expiresInSeconds }")
      let right = try #require(try await ada.code(.resetPassword, kind: "reset-password")).shortCodes(try TestGateway.keys.get())[0]
      let wrong = right == "00000000" ? "00000001" : "00000000"
      let thief = Client(gateway, database, email: ada.email)
      for network in ["198.51.100.1", ada.network] {
        thief.network = network
        for _ in 1...12 {
          _ = try await thief.anonymously(
            #"resetPassword(input: {\#(ada.address) code: "\#(wrong)" newPassword: "the password of a thief"}) { endedSessions }"#)
        }
      }
      // Not even the right one from there, without the device.
      thief.network = "198.51.100.1"
      let refused = try await thief.anonymously(
        #"resetPassword(input: {\#(ada.address) code: "\#(right)" newPassword: "the password of a thief"}) { endedSessions }"#)
      #expect(refused.at("errors") != nil)
      let device = try #require(ada.deviceToken)
      let reset = try await ada.anonymously(
        #"resetPassword(input: {\#(ada.address) code: "\#(right)" newPassword: "another good password" deviceToken: "\#(device)"}) { endedSessions }"#)
      #expect(reset.at("errors") == nil, "\(reset)")
    }
  }
}
