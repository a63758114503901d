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
  static let apple = Result { try TestApple() }
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
  private let deadlocks = DeadlockLog()
  private let scansAtStart: TableScans

  /// - Parameter settings: further ones of the database, as `enable_hashjoin = off`.
  init(_ name: String, _ apple: TestApple, _ schema: Schema, settings: [String] = []) async throws {
    database = try await SchoolDatabase(name, families: 1)
    // Families come by the thousand. A statement that was planned for the first of them would read the tables of the last from start to
    // end, and only where no index helps it reads so now. Its cost is so high that PostgreSQL would compile it.
    for setting in ["enable_seqscan = off", "jit = off", "plan_cache_mode = force_generic_plan"] + settings {
      try await database.administer("ALTER DATABASE \(name) SET \(setting)")
    }
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
    scansAtStart = try await TableScans.counted(in: database)
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

  /// One change by itself.
  /// - Returns: the rows that it locked, and the errors of its answer.
  func run(_ change: ContendingChange) async throws -> (trace: LockTrace, errors: [String]) {
    let family = try await ContendedFamily(on: owner)
    let token = try await identityTokens(of: family)[0]
    let start = try await LockTrace.begin(on: database)
    let request = try change.request(0, in: family, schema, identityToken: token)
    let answer = await gateways[0].send(request.document, variables: request.variables, as: change.sender(0, in: family))
    let errors = (try answer.json.at("errors")?.array ?? []).compactMap { $0.at("message")?.string }
    return (try await LockTrace.read(from: database, since: start), errors)
  }

  func noteLocks() async throws { try await LockTrace.install(on: database) }

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
    var gateway = gateways[number]
    gateway.logger = deadlocks.logger(of: pair)
    let start = ContinuousClock.now
    let answer = await gateway.send(
      request.document, variables: request.variables, as: change.sender(number, in: family))
    let time = start.duration(to: .now)
    let isAnswered = [.executed, .executedWithErrors, .unauthenticated].contains(answer.outcome)
    let isGivenUp = ["UNAVAILABLE", "INTERNAL"].contains { answer.text.contains("\"\($0)\"") }
    #expect(isAnswered && !isGivenUp, "\(pair): \(answer.text)")
    #expect(time < .seconds(5), "\(pair)")
  }

  /// Checks what has to hold after any changes, and that no deadlock was found.
  /// - Returns: how often changes, and the rows that they were made for, had tables read from their start to their end.
  @discardableResult func end() async throws -> TableScans {
    for gateway in gateways { await gateway.pool.shutdown() }
    await worker.shutdown()
    #expect(try await database.deadlocks() == 0, "\(deadlocks.lines)")
    _ = try await owner.snapshot([Statement(text: "SELECT pg_stat_force_next_flush()::text")])
    let scans = try await TableScans.counted(in: database).since(scansAtStart)
    #expect(deadlocks.lines == [])
    let broken = try await Connection.connected(to: database.superuser).snapshot([
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
    return scans
  }
}
