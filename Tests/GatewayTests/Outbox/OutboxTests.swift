import Gateway
import Mail
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The outbox in the database: who may do what, what a message goes through, and that nobody sends it twice.
@Suite struct OutboxTests {
  private static let database = Task { try await SchoolDatabase("outbox", families: 1) }

  private func outbox(_ database: SchoolDatabase) throws -> (Outbox<WaitingMessage>, ConnectionPool) {
    var configuration = PoolConfiguration(address: database.superuser.user("hatched_worker"))
    configuration.size = 4
    let pool = try ConnectionPool(configuration)
    return (Outbox(pool: pool), pool)
  }

  /// Puts a message into the outbox, as the server's role does.
  @discardableResult
  private func enqueue(
    _ database: SchoolDatabase, to address: String, kind: String = "test", by channel: MessageChannel = .email,
    account: UUIDValue? = nil, lifetime: Int32 = 3600
  ) async throws -> UUIDValue {
    let id = UUIDValue.random()
    let sql: SQL = """
      SELECT enqueue_message(\(bind: .uuid(id)), \(bind: .text(channel.rawValue)), \(bind: .text(address)), \
      \(bind: .text(kind)), 'en', '{}', NULL, \(bind: account.map { .uuid($0) } ?? .null(.uuid)), \(bind: .int4(lifetime)))
      """
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.app), reactor: Reactor())
    _ = try await connection.withTransaction(isolation: .readCommitted) { try await $0.run([sql.statement]) }
    return id
  }

  /// State, number of tries, whether the address is there, and seconds until it is due.
  private func state(
    _ database: SchoolDatabase, _ id: UUIDValue
  ) async throws -> (state: String, attempts: Int, hasAddress: Bool, due: Int)? {
    let rows = try await database.run(
      """
      SELECT state, attempts, (address IS NOT NULL OR arguments IS NOT NULL)::text,
        round(extract(epoch FROM due_at - now()))::int4
      FROM messages WHERE id = \(bind: .uuid(id))
      """)
    guard rows.count == 1 else { return nil }
    return (
      rows.text(row: 0, column: 0) ?? "", Int(rows.int4(row: 0, column: 1) ?? -1), rows.text(row: 0, column: 2) == "true",
      Int(rows.int4(row: 0, column: 3) ?? 0)
    )
  }

  @Test func `A message waits, is being sent, and is sent; nothing of whom it was to is left`() async throws {
    let database = try await SchoolDatabase("outbox_life", families: 1)
    let (outbox, pool) = try outbox(database)
    #expect(try await outbox.isDue(.email) == false)
    let id = try await enqueue(database, to: "ada@example.org")
    #expect(try await outbox.isDue(.email))
    #expect(try await outbox.isDue(.telephone) == false)
    let sender = UUIDValue.random()
    let message = try #require(try await outbox.exchange(by: sender, nil, next: .email, for: 60).next)
    #expect(message.id == id && message.address == "ada@example.org" && message.kind == "test" && message.attempts == 0)
    // Committed, before anything is sent.
    #expect(try await state(database, id)?.state == "SENDING")
    #expect(try await outbox.exchange(by: .random(), nil, next: .email, for: 60).next == nil)
    #expect(try await outbox.state().waiting == 1)
    let end = try await outbox.exchange(
      by: sender, FinishedMessage(id: id, outcome: .delivery(.sent)), next: .email, for: 60)
    #expect(end.state == "SENT" && end.next == nil)
    let after = try #require(try await state(database, id))
    #expect(after.state == "SENT" && !after.hasAddress && after.attempts == 1)
    #expect(try await outbox.state() == OutboxState(waiting: 0, oldestSeconds: 0))
    // Once more, as after an answer that was lost.
    let again = try await outbox.exchange(
      by: sender, FinishedMessage(id: id, outcome: .delivery(.sent)), next: nil, for: 60)
    #expect(again.state == nil)
    await pool.shutdown()
  }

  @Test func `A change that is rolled back tells nobody`() async throws {
    let database = try await Self.database.value
    let id = UUIDValue.random()
    struct Undo: Error {}
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.app), reactor: Reactor())
    await #expect(throws: Undo.self) {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        let sql: SQL = """
          SELECT enqueue_message(\(bind: .uuid(id)), 'EMAIL', 'rolled@example.org', 'test', 'en', '{}', NULL, NULL, 600)
          """
        _ = try await transaction.run([sql.statement])
        throw Undo()
      }
    }
    #expect(try await state(database, id) == nil)
  }

  @Test func `Pauses grow from a minute to four hours, and end with the message's worth`() async throws {
    let database = try await SchoolDatabase("outbox_pauses", families: 1)
    let (outbox, pool) = try outbox(database)
    let id = try await enqueue(database, to: "ada@example.org", lifetime: 604_800)
    let sender = UUIDValue.random()
    var pauses: [Int] = []
    for attempt in 1...10 {
      try await database.run("UPDATE messages SET due_at = now() WHERE id = \(bind: .uuid(id))")
      let message = try #require(try await outbox.exchange(by: sender, nil, next: .email, for: 60).next)
      #expect(message.attempts == attempt - 1)
      let end = try await outbox.exchange(
        by: sender, FinishedMessage(id: id, outcome: .delivery(.failed(code: 451, why: "later"))), next: nil, for: 60)
      #expect(end.state == (attempt < 10 ? "WAITING" : "FAILED"))
      if attempt < 10 { pauses.append(try #require(try await state(database, id)).due) }
    }
    #expect(pauses == [60, 240, 960, 3840, 14_400, 14_400, 14_400, 14_400, 14_400])
    #expect(try await state(database, id)?.hasAddress == false)
    // One that would be due only after it has expired has failed at once.
    let short = try await enqueue(database, to: "ben@example.org", lifetime: 60)
    _ = try await outbox.exchange(by: sender, nil, next: .email, for: 60)
    let end = try await outbox.exchange(
      by: sender, FinishedMessage(id: short, outcome: .delivery(.failed(code: 0, why: ""))), next: nil, for: 60)
    #expect(end.state == "FAILED")
    await pool.shutdown()
  }

  @Test("What comes of a try decides the state", arguments: [
    (FinishedMessage.Outcome.delivery(.refused(code: 550)), "FAILED", 1), (.delivery(.unknown(why: "")), "UNKNOWN", 1),
    (.released, "WAITING", 0), (.delivery(.failed(code: 450, why: "")), "WAITING", 1),
  ])
  func outcomes(_ outcome: FinishedMessage.Outcome, _ expected: String, _ attempts: Int) async throws {
    let database = try await SchoolDatabase("outbox_outcome_\(expected.lowercased())_\(attempts)", families: 1)
    let (outbox, pool) = try outbox(database)
    let id = try await enqueue(database, to: "ada@example.org")
    let sender = UUIDValue.random()
    _ = try await outbox.exchange(by: sender, nil, next: .email, for: 60)
    let end = try await outbox.exchange(by: sender, FinishedMessage(id: id, outcome: outcome), next: nil, for: 60)
    #expect(end.state == expected)
    let after = try #require(try await state(database, id))
    #expect(after.state == expected && after.attempts == attempts && after.hasAddress == (expected == "WAITING"))
    // A message in an unknown state is never retried.
    if expected != "WAITING" { #expect(try await outbox.exchange(by: sender, nil, next: .email, for: 60).next == nil) }
    await pool.shutdown()
  }

  @Test func `A claim whose sender did not come back is unknown, and a late answer still counts`() async throws {
    let database = try await SchoolDatabase("outbox_lost", families: 1)
    let (outbox, pool) = try outbox(database)
    let id = try await enqueue(database, to: "ada@example.org")
    let sender = UUIDValue.random()
    _ = try await outbox.exchange(by: sender, nil, next: .email, for: 60)
    #expect(try await outbox.giveUp(keeping: 30).isEmpty)
    try await database.run("UPDATE messages SET claimed_until = now() - interval '1 second' WHERE id = \(bind: .uuid(id))")
    let givenUp = try await outbox.giveUp(keeping: 30)
    #expect(givenUp.map(\.id) == [id] && givenUp.allSatisfy(\.isUnknown))
    #expect(try await state(database, id)?.state == "UNKNOWN")
    #expect(try await outbox.exchange(by: .random(), nil, next: .email, for: 60).next == nil)
    // Not by another, and not into anything else than what is known then.
    for (other, outcome) in [(UUIDValue.random(), DeliveryOutcome.sent), (sender, .failed(code: 0, why: ""))] {
      _ = try await outbox.exchange(by: other, FinishedMessage(id: id, outcome: .delivery(outcome)), next: nil, for: 60)
      #expect(try await state(database, id)?.state == "UNKNOWN")
    }
    let end = try await outbox.exchange(by: sender, FinishedMessage(id: id, outcome: .delivery(.sent)), next: nil, for: 60)
    #expect(end.state == "SENT")
    await pool.shutdown()
  }

  @Test func `A claim of which the sender heard nothing is taken back by it, since it sent nothing`() async throws {
    let database = try await SchoolDatabase("outbox_unheard", families: 1)
    let (outbox, pool) = try outbox(database)
    let id = try await enqueue(database, to: "ada@example.org")
    let sender = UUIDValue.random()
    _ = try await outbox.exchange(by: sender, nil, next: .email, for: 60)
    #expect(try await outbox.exchange(by: sender, nil, next: .email, for: 60).next?.id == id)
    await pool.shutdown()
  }

  @Test func `What expired is not sent, and what ended long ago is removed`() async throws {
    let database = try await SchoolDatabase("outbox_old", families: 1)
    let (outbox, pool) = try outbox(database)
    let id = try await enqueue(database, to: "ada@example.org")
    try await database.run("UPDATE messages SET expires_at = now() - interval '1 second'")
    #expect(try await outbox.isDue(.email) == false)
    #expect(try await outbox.exchange(by: .random(), nil, next: .email, for: 60).next == nil)
    let givenUp = try await outbox.giveUp(keeping: 30)
    #expect(givenUp.map(\.id) == [id] && !givenUp.contains(where: \.isUnknown))
    #expect(try await state(database, id)?.state == "FAILED")
    try await database.run("UPDATE messages SET ended_at = now() - interval '29 days'")
    _ = try await outbox.giveUp(keeping: 30)
    #expect(try await state(database, id) != nil)
    try await database.run("UPDATE messages SET ended_at = now() - interval '31 days'")
    _ = try await outbox.giveUp(keeping: 30)
    #expect(try await state(database, id) == nil)
    await pool.shutdown()
  }

  @Test func `Of what strangers cause an address gets ten of a kind in an hour, and kinds share no count`() async throws {
    let database = try await SchoolDatabase("outbox_many", families: 1)
    for _ in 1...12 { try await enqueue(database, to: "ada@example.org", kind: "address-known") }
    // However it is written.
    try await enqueue(database, to: "ADA@example.org", kind: "address-known")
    let count: SQL = "SELECT count(*)::int4 FROM messages"
    #expect(try await database.run(count).int4(row: 0, column: 0) == 10)
    // Variants of one mailbox have five more together.
    for number in 1...9 { try await enqueue(database, to: "a.da+\(number)@example.org", kind: "address-known") }
    #expect(try await database.run(count).int4(row: 0, column: 0) == 12)
    try await enqueue(database, to: "ben@example.org", kind: "address-known")
    #expect(try await database.run(count).int4(row: 0, column: 0) == 13)
    for kind in ["confirm-address", "no-account", "reset-password"] { try await enqueue(database, to: "ada@example.org", kind: kind) }
    #expect(try await database.run(count).int4(row: 0, column: 0) == 16)
    // A day has forty of a kind.
    for _ in 1...5 {
      try await database.run("DELETE FROM attempts WHERE ends_at < now() + interval '2 hours'")
      for _ in 1...10 { try await enqueue(database, to: "cat@example.org", kind: "no-account") }
    }
    let ofCat = try await database.run("SELECT count(*)::int4 FROM messages WHERE address = 'cat@example.org'")
    #expect(ofCat.int4(row: 0, column: 0) == 40)
  }

  @Test func `A notice of what an account's owner does is never dropped`() async throws {
    let database = try await SchoolDatabase("outbox_notices", families: 1)
    for kind in [MessageKind.passwordChanged, .addressChanged, .wayAdded, .wayRemoved, .familyDeleted, .memberRemoved] {
      for _ in 1...30 { try await enqueue(database, to: "ada@example.org", kind: kind.rawValue) }
    }
    #expect(try await database.run("SELECT count(*)::int4 FROM messages").int4(row: 0, column: 0) == 180)
  }

  @Test("An address that is no word of ASCII comes into no outbox", arguments: [
    "ada@example.org\nBcc: eve@example.org", "ada @example.org", "", "äda@example.org",
  ])
  func addresses(_ address: String) async throws {
    let database = try await Self.database.value
    let error = await #expect(throws: StatementError.self) { try await enqueue(database, to: address) }
    #expect(error?.reason == .statement(.checkViolation))
  }

  @Test func `A message goes with its account`() async throws {
    let database = try await SchoolDatabase("outbox_account", families: 1)
    let account = database.demonstration.accounts[0].account
    let id = try await enqueue(database, to: "ada@example.org", account: account)
    #expect(try await state(database, id) != nil)
    // An account that does not exist gets no message.
    let nobody = try await enqueue(database, to: "ben@example.org", account: .random())
    #expect(try await state(database, nobody) == nil)
    try await database.run("INSERT INTO accounts (id) VALUES ('00000000-0000-0000-0000-0000000000aa')")
    let other = try await enqueue(
      database, to: "cat@example.org", account: UUIDValue("00000000-0000-0000-0000-0000000000aa"))
    try await database.run("DELETE FROM accounts WHERE id = '00000000-0000-0000-0000-0000000000aa'")
    #expect(try await state(database, other) == nil)
  }

  @Test func `Many senders at the same time take each message once`() async throws {
    let database = try await SchoolDatabase("outbox_senders", families: 1)
    try await database.run(
      """
      SELECT enqueue_message(gen_random_uuid(), 'EMAIL', 'a' || n || '@example.org', 'test', 'en', '{}', NULL, NULL, 3600)
      FROM generate_series(1, 300) AS n
      """)
    let (outbox, pool) = try outbox(database)
    let taken = try await withThrowingTaskGroup(of: [UUIDValue].self) { group in
      for _ in 1...8 {
        group.addTask {
          let sender = UUIDValue.random()
          var all: [UUIDValue] = []
          var finished: FinishedMessage?
          while let message = try await outbox.exchange(by: sender, finished, next: .email, for: 60).next {
            all.append(message.id)
            finished = FinishedMessage(id: message.id, outcome: .delivery(.sent))
          }
          return all
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.count == 300 && Set(taken).count == 300)
    await pool.shutdown()
  }
}

extension Outbox<WaitingMessage> {
  /// Records the result of one message, and claims one of a channel.
  /// - Returns: the state of the finished message, nil if the sender does not hold it; and the claimed message.
  fileprivate func exchange(
    by sender: UUIDValue, _ finished: FinishedMessage?, next channel: MessageChannel?, for seconds: Int
  ) async throws -> (state: String?, next: WaitingMessage?) {
    let (states, next) = try await exchange(
      by: sender, finished.map { [$0] } ?? [], next: channel ?? .email, most: channel == nil ? 0 : 1, for: seconds, held: [])
    return (finished.flatMap { states[$0.id] }, next.first)
  }
}
