import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Changes that wait for others of the same family: where, how long, and what they find afterwards.
@Suite(.serialized) struct WaitingChangeTests {
  private static let database = Task { try await SchoolDatabase("waiting_changes", families: 1) }
  private static let change = "mutation { rotateFamilyCode { __typename } }"

  /// Keeps a family locked while `body` runs, as a change in another process would.
  private func withLock<Result>(
    on family: UUIDValue, _ owner: Connection, meanwhile statements: [SQL] = [], _ body: () async throws -> Result
  ) async throws -> Result {
    try await owner.withTransaction(isolation: .readCommitted) { transaction in
      let lock: SQL = "SELECT 1 FROM families WHERE family_id = \(bind: .uuid(family)) FOR NO KEY UPDATE"
      _ = try await transaction.run(([lock] + statements).map(\.statement))
      return try await body()
    }
  }

  /// Until so many transactions of the role that the server uses wait for a lock.
  private func waitUntilBlocked(_ database: SchoolDatabase, _ count: Int = 1) async throws {
    let blocked: SQL = """
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND usename = 'hatched_app' AND wait_event_type = 'Lock'
      """
    let superuser = try await Connection.connected(to: database.superuser)
    for _ in 0..<200 {
      if try await superuser.snapshot([blocked.statement])[0].count == count { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("nobody waits for a lock")
  }

  /// Until so many changes wait for their turn.
  private func wait(until count: Int, waitIn queue: ChangeQueue) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while queue.counts.waiting < count {
      try #require(.now < deadline, "\(queue.counts.waiting) changes wait")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func send(
    _ count: Int, _ gateway: TestGateway, as viewer: AccountViewer
  ) -> [Task<GraphQLResponse, Never>] {
    (0..<count).map { _ in Task { await gateway.send(Self.change, as: viewer) } }
  }

  @Test func `Changes that wait for their family hold one connection together, and all are made`() async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let queue = ChangeQueue(patience: .seconds(30))
    let gateway = try TestGateway(database.app, changes: queue)
    await gateway.warm()
    let tasks = try await withLock(on: family.id, owner) {
      let tasks = send(12, gateway, as: family.parents[0][0]) + send(12, gateway, as: family.parents[1][0])
      try await waitUntilBlocked(database)
      try await wait(until: 23, waitIn: queue)
      #expect(gateway.pool.statistics.leased == 1)
      // Another family's changes and one's own reads do not wait.
      #expect(await gateway.send(Self.change, as: database.parent).outcome == .executed)
      #expect(await gateway.send("{ family { name } }", as: family.parents[0][0]).outcome == .executed)
      #expect(queue.counts == (inFlight: 1, waiting: 23))
      return tasks
    }
    for task in tasks { #expect(await task.value.outcome == .executed) }
    #expect(queue.counts == (inFlight: 0, waiting: 0))
    await gateway.pool.shutdown()
  }

  @Test func `A change that finds the queue full is refused, and says that nothing was changed`() async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let queue = ChangeQueue(limits: ChangeQueueLimits(waiting: 3, waitingOfAccount: 2))
    let gateway = try TestGateway(database.app, changes: queue)
    let tasks = try await withLock(on: family.id, owner) {
      let first = send(1, gateway, as: family.parents[0][0])
      try await waitUntilBlocked(database)
      let second = send(2, gateway, as: family.parents[0][1])
      try await wait(until: 2, waitIn: queue)
      let refused = await gateway.send(Self.change, as: family.parents[0][0])
      #expect(refused.outcome == .unavailable)
      #expect(
        refused.text
          == #"{"errors":[{"message":"Too many changes of your family are waiting. The change was not made: try again.","#
          + #""extensions":{"code":"UNAVAILABLE","outcome":"ROLLED_BACK"}}]}"#)
      // The other parent still gets in line.
      let third = send(1, gateway, as: family.parents[1][0])
      try await wait(until: 3, waitIn: queue)
      #expect(await gateway.send(Self.change, as: family.parents[1][0]).outcome == .unavailable)
      return first + second + third
    }
    for task in tasks { #expect(await task.value.outcome == .executed) }
    await gateway.pool.shutdown()
  }

  @Test func `A change that waits too long, or is cancelled, leaves the queue`() async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let queue = ChangeQueue(patience: .milliseconds(600))
    let gateway = try TestGateway(database.app, changes: queue)
    let first = try await withLock(on: family.id, owner) {
      let first = send(1, gateway, as: family.parents[0][0])
      try await waitUntilBlocked(database)
      let late = send(1, gateway, as: family.parents[1][0])
      let cancelled = send(1, gateway, as: family.parents[1][0])
      try await wait(until: 2, waitIn: queue)
      cancelled[0].cancel()
      #expect(await cancelled[0].value.outcome == .late)
      let answer = await late[0].value
      #expect(answer.outcome == .unavailable)
      #expect(answer.text.contains("Other changes of your family took too long. The change was not made: try again."))
      #expect(queue.counts == (inFlight: 1, waiting: 0))
      return first
    }
    #expect(await first[0].value.outcome == .executed)
    await gateway.pool.shutdown()
  }

  @Test("A change waits for a lock for no longer than its timeout, prepared statements", arguments: [true, false])
  func lockTimeout(preparedStatements: Bool) async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let gateway = try TestGateway(database.app) {
      $0.size = 1
      $0.preparedStatements = preparedStatements
    }
    try await withLock(on: family.id, owner) {
      let start = ContinuousClock.now
      let answer = await gateway.send(Self.change, as: family.parents[0][0])
      let time = start.duration(to: .now)
      #expect(time > .milliseconds(1900) && time < .milliseconds(3500))
      #expect(answer.outcome == .unavailable)
      #expect(
        answer.text
          == #"{"errors":[{"message":"Other changes of the same data were under way for too long. The change was not made: "#
          + #"try again.","extensions":{"code":"UNAVAILABLE","outcome":"ROLLED_BACK"}}]}"#)
    }
    // The timeout was the transaction's.
    #expect(await gateway.send(Self.change, as: family.parents[0][0]).outcome == .executed)
    let setting = try await gateway.pool.snapshot([Statement(text: "SHOW lock_timeout")], for: .process)
    #expect(setting[0].text(row: 0, column: 0) == "0")
    await gateway.pool.shutdown()
  }

  /// The ways to end the membership of a viewer while it waits.
  static let endings: [(name: String, sql: @Sendable (AccountViewer) -> SQL)] = [
    ("the member is removed", { "DELETE FROM members WHERE account_id = \(bind: .uuid($0.accountID))" }),
    ("the profile loses its account", { "UPDATE members SET role = 'STUDENT', account_id = NULL WHERE account_id = \(bind: .uuid($0.accountID))" }),
    ("the account is disabled", { "UPDATE accounts SET disabled_at = now() WHERE id = \(bind: .uuid($0.accountID))" }),
    ("the session ends", { "UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid($0.sessionID))" }),
  ]

  @Test("A change sees what happened while it waited:", arguments: endings.indices, [true, false])
  func seesWhatHappened(_ index: Int, isSingleStatement: Bool) async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let viewer = family.parents[0][0]
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    let change =
      isSingleStatement
      ? #"mutation { createSubject(input: {name: "Late"}) { subject { id } } }"#
      : #"mutation { createInvitation(input: {role: PARENT}) { code } }"#
    let task = try await withLock(on: family.id, owner, meanwhile: [Self.endings[index].sql(viewer)]) {
      let task = Task { await gateway.send(change, as: viewer) }
      try await waitUntilBlocked(database)
      return task
    }
    #expect(await task.value.outcome == .unauthenticated, "\(Self.endings[index].name)")
    let written = try await database.run(
      """
      SELECT 1 FROM subjects WHERE family_id = \(bind: .uuid(family.id)) AND name = 'Late'
      UNION ALL SELECT 1 FROM invitations WHERE family_id = \(bind: .uuid(family.id)) AND role = 'PARENT'
      """)
    #expect(written.count == 0)
    await gateway.pool.shutdown()
  }

  @Test func `A former member does not wait for the family, nor keep it waiting`() async throws {
    let database = try await Self.database.value
    let owner = try await Connection.connected(to: database.owner)
    let family = try await ContendedFamily(on: owner)
    let former = family.parents[1][0]
    try await database.run("DELETE FROM members WHERE account_id = \(bind: .uuid(former.accountID))")
    let gateway = try TestGateway(database.app)
    try await withLock(on: family.id, owner) {
      #expect(await gateway.send(Self.change, as: former).outcome == .unauthenticated)
    }
    await gateway.pool.shutdown()
  }
}
