import Gateway
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The end of accounts that never confirmed an address (BG-01).
@Suite struct AccountRetentionTests {
  private func run(_ name: String, _ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await SchoolDatabase(name, families: 1)
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  /// Runs one pass as the role of background work.
  private func pass(
    _ database: SchoolDatabase, accountsAtOnce: Int = 200, mostForgotten: Int = 10_000
  ) async throws -> AccountRetention.Result {
    let pool = try ConnectionPool(PoolConfiguration(address: database.superuser.user("hatched_worker")))
    let retention = AccountRetention(pool: pool, days: 30, accountsAtOnce: accountsAtOnce, mostForgotten: mostForgotten)
    let result = try await retention.pass()
    await pool.shutdown()
    return result
  }

  /// Has all that the database knows happen so many days earlier.
  private func age(_ database: SchoolDatabase, days: Int32) async throws {
    let period: SQL = "make_interval(days => \(bind: .int4(days)))"
    for update in [
      "UPDATE accounts SET created_at = created_at - \(period)",
      "UPDATE sign_in_addresses SET created_at = created_at - \(period), last_used_at = last_used_at - \(period)",
      "UPDATE sessions SET authenticated_at = authenticated_at - \(period)",
      "UPDATE address_codes SET expires_at = expires_at - \(period)",
    ] as [SQL] { try await database.run(update) }
  }

  private func registered(_ gateway: TestGateway, _ database: SchoolDatabase, count: Int) async throws -> [Client] {
    var clients: [Client] = []
    for _ in 0..<count {
      let client = Client(gateway, database)
      try await client.register()
      clients.append(client)
    }
    return clients
  }

  @Test func `An account that never confirmed its address goes after 30 days, with all that is its own`() async throws {
    try await run("retention_accounts") { gateway, _, database in
      let ada = Client(gateway, database)
      try await ada.register()
      let account = try #require(try await ada.account)
      try await age(database, days: 29)
      #expect(try await pass(database).forgotten == 0)
      #expect(try await ada.account == account)
      try await age(database, days: 2)
      #expect(try await pass(database).forgotten == 1)
      #expect(try await ada.ask("{ viewer { id } }").code == "UNAUTHENTICATED")
      for table in ["sessions", "sign_in_addresses", "passwords", "known_devices", "account_events", "account_versions"] {
        let left = try await database.run(
          "SELECT count(*)::text FROM \(identifier: table) WHERE account_id::text = \(bind: .text(account))")
        #expect(left.texts == ["0"], "\(table)")
      }
      #expect(try await database.run("SELECT owner_id FROM address_codes").count == 0)
      #expect(try await ada.kinds() == [])
      // The address is free, and nothing is left to remove.
      #expect(try await ada.register().at("errors") == nil)
      #expect(try await pass(database).forgotten == 0)
    }
  }

  @Test func `Every other account stays`() async throws {
    try await run("retention_others") { gateway, apple, database in
      let confirmed = Client(gateway, database)
      try await confirmed.join()
      let withFamily = Client(gateway, database)
      try await withFamily.register()
      #expect(try await withFamily.ask(#"mutation { createFamily(input: {name: "R"}) { family { id } session { token } } }"#).at("errors") == nil)
      // Apple proves who it is, while the address waits to be confirmed. The account that the address is taken from has none.
      let person = Person(gateway, apple)
      #expect(try await person.signIn(role: "PARENT").at("errors") == nil)
      let linked = Client(gateway, database)
      try await linked.register()
      try await database.run(
        """
        UPDATE sign_in_addresses SET account_id = (SELECT account_id FROM identities) \
        WHERE address = \(bind: .text(linked.email))
        """)
      // An address that is to replace the confirmed one.
      let moving = Client(gateway, database)
      try await moving.join()
      let change = #"mutation { changeAddress(input: {email: "moving@example.org"}) { viewer { id } } }"#
      #expect(try await moving.ask(change).at("errors") == nil)
      // It was confirmed once, and is not now: an operator has interfered.
      let reopened = Client(gateway, database)
      try await reopened.join()
      try await database.run("UPDATE sign_in_addresses SET confirmed_at = NULL WHERE address = \(bind: .text(reopened.email))")
      let disabled = Client(gateway, database)
      try await disabled.register()
      let asking = Client(gateway, database)
      try await asking.register()
      let forgettable = Client(gateway, database)
      try await forgettable.register()
      try await database.run(
        """
        UPDATE accounts SET disabled_at = now() \
        WHERE id = (SELECT account_id FROM sign_in_addresses WHERE address = \(bind: .text(disabled.email)))
        """)
      try await database.run(
        """
        INSERT INTO join_requests (family_id, id, account_id, name)
        SELECT family_id, gen_random_uuid(), (SELECT account_id FROM sign_in_addresses WHERE address = \(bind: .text(asking.email))), 'A'
        FROM families LIMIT 1
        """)
      try await age(database, days: 400)
      let accounts = "SELECT id::text FROM accounts ORDER BY id" as SQL
      let before = try await database.run(accounts).texts
      let expected = try #require(
        try await database.run(
          "SELECT account_id::text FROM sign_in_addresses WHERE address = \(bind: .text(forgettable.email))").texts.first)
      #expect(try await pass(database).forgotten == 1)
      #expect(Set(before).subtracting(try await database.run(accounts).texts) == [expected])
    }
  }

  @Test func `Who signs in, or has another address, has 30 days from then`() async throws {
    try await run("retention_use") { gateway, _, database in
      let clients = try await registered(gateway, database, count: 3)
      try await age(database, days: 40)
      #expect(try await clients[0].signIn().at("errors") == nil)
      try await database.run("UPDATE sessions SET authenticated_at = now()")
      #expect(try await clients[1].ask(#"mutation { changeAddress(input: {email: "another@example.org"}) { viewer { id } } }"#).at("errors") == nil)
      try await database.run("UPDATE sessions SET authenticated_at = authenticated_at - interval '40 days'")
      // Signing in counts by the address that it used, and by the session that it began.
      #expect(try await pass(database).forgotten == 1)
      try await database.run("UPDATE sign_in_addresses SET last_used_at = last_used_at - interval '40 days'")
      try await database.run("UPDATE sessions SET authenticated_at = now()")
      #expect(try await pass(database).forgotten == 0)
      try await age(database, days: 31)
      #expect(try await pass(database).forgotten == 2)
    }
  }

  @Test func `An account that somebody else has locked, or whose session is in use, is left to the next pass`() async throws {
    try await run("retention_locks") { gateway, _, database in
      let clients = try await registered(gateway, database, count: 3)
      try await age(database, days: 31)
      let accounts = try await database.run("SELECT account_id FROM sign_in_addresses ORDER BY created_at")
      let holder = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
      let lockAccount: SQL = "SELECT 1 FROM accounts WHERE id = \(bind: .uuid(try #require(accounts.uuid(row: 0, column: 0)))) FOR NO KEY UPDATE"
      let lockSession: SQL = "SELECT 1 FROM sessions WHERE account_id = \(bind: .uuid(try #require(accounts.uuid(row: 1, column: 0)))) FOR SHARE"
      try await holder.withTransaction(isolation: .readCommitted) { transaction in
        _ = try await transaction.run([lockAccount.statement, lockSession.statement])
        let result = try? await pass(database)
        #expect(result?.forgotten == 1)
      }
      #expect(try await clients[2].ask("{ viewer { id } }").code == "UNAUTHENTICATED")
      #expect(try await pass(database).forgotten == 2)
    }
  }

  @Test func `A pass looks at few accounts at once, removes a bounded number, and begins where it is left`() async throws {
    try await run("retention_bound") { gateway, _, database in
      _ = try await registered(gateway, database, count: 7)
      let kept = Client(gateway, database)
      try await kept.register()
      try await age(database, days: 31)
      #expect(try await kept.signIn().at("errors") == nil)
      let first = try await pass(database, accountsAtOnce: 2, mostForgotten: 3)
      #expect(first.isBounded && (3...4).contains(first.forgotten))
      let second = try await pass(database, accountsAtOnce: 2)
      #expect(!second.isBounded && first.forgotten + second.forgotten == 7)
      #expect(try await kept.account != nil)
    }
  }

  @Test func `Two processes remove each account once`() async throws {
    try await run("retention_twice") { gateway, _, database in
      _ = try await registered(gateway, database, count: 12)
      try await age(database, days: 31)
      async let first = pass(database, accountsAtOnce: 1)
      async let second = pass(database, accountsAtOnce: 1)
      let removed = try await first.forgotten + second.forgotten
      let rest = try await pass(database).forgotten
      #expect(removed + rest == 12)
      #expect(try await database.run("SELECT 1 FROM sign_in_addresses").count == 0)
    }
  }

  @Test func `The server's role cannot remove accounts so, nor the worker in another way`() async throws {
    try await run("retention_roles") { _, _, database in
      for (address, query) in [
        (database.app, "SELECT forget_unconfirmed_accounts(NULL, 1, 30)"),
        (database.app, "SELECT account_is_forgettable(gen_random_uuid(), 30)"),
        (database.superuser.user("hatched_worker"), "DELETE FROM accounts"),
        (database.superuser.user("hatched_worker"), "SELECT account_is_forgettable(gen_random_uuid(), 30)"),
      ] {
        let connection = try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
        let error = await #expect(throws: StatementError.self) {
          try await connection.withTransaction(isolation: .readCommitted) { try await $0.run([Statement(text: query, binds: [])]) }
        }
        #expect(error?.reason == .statement(SQLState(rawValue: "42501")), "\(query)")
      }
    }
  }
}
