import GraphQL
import Gateway
import Logging
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Every two mutations at the same time, each sent twice, from four gateways: no two wait for each other in a circle, none
/// is given up, and what holds of families and accounts still does. A sample has every mutation with itself, and some pairs.
@Suite(.serialized) struct ContentionTests {
  private static let apple = Result { try TestApple() }
  private let schema: Schema

  init() throws { schema = try Schema.domain() }

  @Test func `No two changes that run at the same time meet in a deadlock`() async throws {
    let ground = try await ContentionGround("contention", try Self.apple.get(), schema)
    for (index, one) in ContendingChange.all.enumerated() {
      for (distance, other) in ContendingChange.all[index...].enumerated() {
        // Neighbours in the table of pairs are in different shares, in both directions.
        guard distance == 0 || WalkSample.current.takes(index + 2 * distance, of: 9) else { continue }
        // Those that lock more meet in more ways.
        for _ in 0..<(one.isStructural && other.isStructural ? 4 : 1) { try await ground.run(one, other) }
      }
    }
    try await ground.end()
  }

  @Test func `No change meets the check for overdue assignments in a deadlock`() async throws {
    let ground = try await ContentionGround("contention_overdue", try Self.apple.get(), schema)
    for change in ContendingChange.all {
      for _ in 0..<(change.isStructural ? 4 : 1) { try await ground.runWithOverdueCheck(change) }
    }
    try await ground.end()
  }
}

/// A database with four gateways on it, as in four processes, and a background worker.
struct ContentionGround {
  private let database: SchoolDatabase
  private let owner: Connection
  private let gateways: [TestGateway]
  private let worker: ConnectionPool
  private let apple: TestApple
  private let schema: Schema

  init(_ name: String, _ apple: TestApple, _ schema: Schema) async throws {
    database = try await SchoolDatabase(name, families: 1)
    // A deadlock is found at once, and costs the test no second.
    try await database.administer("ALTER DATABASE \(name) SET deadlock_timeout = '50ms'")
    owner = try await Connection.connected(to: database.owner)
    let (address, signIn) = (database.app, try TestGateway.signIn(with: apple))
    gateways = try (0..<4).map { _ in try TestGateway(address, apple: signIn) { $0.size = 2 } }
    var configuration = PoolConfiguration(address: database.superuser.user("hatched_worker"))
    configuration.size = 1
    worker = try ConnectionPool(configuration)
    self.apple = apple
    self.schema = schema
    for gateway in gateways { await gateway.warm() }
  }

  /// Two changes at once, each as two people, or as one in two sessions.
  func run(_ one: ContendingChange, _ other: ContendingChange) async throws {
    let family = try await ContendedFamily(on: owner)
    let tokens = try await identityTokens(of: family)
    try await withThrowingTaskGroup(of: Void.self) { group in
      // 0 and 1 are sessions of one account, 2 and 3 of another.
      for (number, change) in [one, other, other, one].enumerated() {
        group.addTask { try await send(change, number, family, tokens[number % 2], with: "\(one) and \(other)") }
      }
      try await group.waitForAll()
    }
  }

  func runWithOverdueCheck(_ change: ContendingChange) async throws {
    let family = try await ContendedFamily(on: owner)
    let tokens = try await identityTokens(of: family)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await check(family) }
      for number in [0, 2] {
        group.addTask { try await send(change, number, family, tokens[0], with: "\(change) and the check") }
      }
      try await group.waitForAll()
    }
  }

  private func check(_ family: ContendedFamily) async throws {
    let check = OverdueCheck(of: family.id, hour: 500_000 * 3600, by: .random())
    do {
      _ = try await worker.withTransaction(for: .process, isolation: .readCommitted) { transaction in
        try await transaction.run(check.statements)
      }
    } catch let error as StatementError where error.reason == .statement(.foreignKeyViolation) {
      // The family is gone.
    }
  }

  /// A token of the first parent, and one of somebody new.
  private func identityTokens(of family: ContendedFamily) async throws -> [String] {
    let subjects = ["known.\(family.id)", "new.\(family.id)"]
    let identity: SQL = """
      INSERT INTO identities (account_id, id, provider, subject)
      VALUES (\(bind: .uuid(family.parents[0][0].accountID)), gen_random_uuid(), 'APPLE', \(bind: .text(subjects[0])))
      """
    _ = try await owner.withTransaction(isolation: .readCommitted) { try await $0.run([identity.statement]) }
    var tokens: [String] = []
    for subject in subjects {
      var claims = TestApple.Claims(now: Double(TestGateway.now), nonce: Person.nonce)
      claims.subject = subject
      tokens.append(try await apple.token(claims))
    }
    return tokens
  }

  private func send(
    _ change: ContendingChange, _ number: Int, _ family: ContendedFamily, _ token: String, with pair: String
  ) async throws {
    let request = try change.request(number, in: family, schema, identityToken: token)
    let start = ContinuousClock.now
    let answer = await gateways[number].send(
      request.document, variables: request.variables, as: change.sender(number, in: family))
    let time = start.duration(to: .now)
    let isAnswered = [.executed, .executedWithErrors, .unauthenticated].contains(answer.outcome)
    let isGivenUp = ["UNAVAILABLE", "INTERNAL"].contains { answer.text.contains("\"\($0)\"") }
    #expect(isAnswered && !isGivenUp, "\(pair): \(answer.text)")
    #expect(time < .seconds(5), "\(pair)")
  }

  /// Checks what has to hold after any changes, and that no deadlock was found.
  func end() async throws {
    for gateway in gateways { await gateway.pool.shutdown() }
    await worker.shutdown()
    let superuser = try await Connection.connected(to: database.superuser)
    // A PostgreSQL process reports its counters when it ends.
    for _ in 0..<200 {
      let others: SQL = """
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND usename IN ('hatched_app', 'hatched_worker')
        """
      if try await superuser.snapshot([others.statement])[0].count == 0 { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let deadlocks = try await superuser.snapshot([
      Statement(text: "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()")
    ])
    #expect(deadlocks[0].texts == ["0"])
    let broken = try await superuser.snapshot([
      Statement(
        text: """
          SELECT 'a family without a parent ' || family_id FROM members
          GROUP BY family_id HAVING count(*) FILTER (WHERE role = 'PARENT') = 0
          UNION ALL SELECT 'a family without anybody ' || families.family_id FROM families
          WHERE NOT EXISTS (SELECT FROM members WHERE members.family_id = families.family_id)
          UNION ALL SELECT 'an account in two families ' || account_id FROM members
          WHERE account_id IS NOT NULL GROUP BY account_id HAVING count(*) > 1
          """)
    ])
    #expect(broken[0].texts == [])
  }
}
