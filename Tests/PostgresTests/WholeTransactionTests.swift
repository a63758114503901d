import Glibc
import SQL
import Testing

@testable import Postgres

/// A transaction that is sent at once, on whichever connection of a pool comes free.
@Suite("A transaction in one round trip")
struct WholeTransactionTests {
  private struct Ground {
    let pool: ConnectionPool
    let count: Statement
    let insert: Statement

    func expect(rows: Int) async throws { #expect(try await pool.snapshot([count])[0].integer() == rows) }
  }

  private func withTable(
    _ name: String, _ adjust: (inout PoolConfiguration) -> Void = { _ in }, _ body: (Ground) async throws -> Void
  ) async throws {
    try await connect("whole").execute(script: "CREATE TABLE \(name) (id int PRIMARY KEY)")
    try await withPool("whole") {
      $0.size = 1
      adjust(&$0)
    } _: { pool in
      let insert = Statement(text: "INSERT INTO \(name) VALUES ($1) RETURNING id", binds: [.int4(1)])
      try await body(Ground(pool: pool, count: Statement(text: "SELECT count(*) FROM \(name)"), insert: insert))
      #expect(pool.statistics.leased == 0)
    }
  }

  @Test("takes effect, and gives all rows")
  func committed() async throws {
    try await withTable("committed") { ground in
      let before = ground.pool.statistics.roundTrips
      let rows = try await ground.pool.transaction([ground.insert, ground.count])
      #expect(rows.map { $0.integer() } == [1, 1])
      #expect(ground.pool.statistics.roundTrips - before == 1)
      try await ground.expect(rows: 1)
      #expect(try await ground.pool.transaction([]).isEmpty)
    }
  }

  @Test("is undone when a statement fails, and says which")
  func failed() async throws {
    try await withTable("failed") { ground in
      let before = ground.pool.statistics.roundTrips
      let error = await #expect(throws: StatementError.self) {
        try await ground.pool.transaction([ground.insert, .divisionByZero, .one])
      }
      #expect(error?.reason == .statement(SQLState(rawValue: "22012")))
      #expect(error?.statementIndex == 1)
      #expect(error?.isOutcomeUnknown == false)
      // With ROLLBACK.
      #expect(ground.pool.statistics.roundTrips - before == 2)
      try await ground.expect(rows: 0)
    }
  }

  @Test("is undone when COMMIT fails")
  func failedCommit() async throws {
    try await withTable("parents") { ground in
      try await connect("whole").execute(
        script: "CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)")
      let error = await #expect(throws: StatementError.self) {
        try await ground.pool.transaction([Statement(text: "INSERT INTO children VALUES (1)")])
      }
      #expect(error?.reason == .statement(.foreignKeyViolation))
      #expect(error?.isOutcomeUnknown == false)
      try await ground.expect(rows: 0)
    }
  }

  @Test("is undone when a statement takes too long, or all of them together do", arguments: [1, 50])
  func late(count: Int) async throws {
    try await withTable("late_\(count)") {
      $0.connection.statementTimeout = .milliseconds(200)
    } _: { ground in
      let error = await #expect(throws: StatementError.self) {
        try await ground.pool.transaction([ground.insert] + .sleeps(count))
      }
      #expect(error?.reason == .statementTimeout(.milliseconds(200)))
      #expect(error?.isOutcomeUnknown == false)
      try await ground.expect(rows: 0)
    }
  }

  @Test("says whether it took effect when it answers too much", arguments: [true, false])
  func tooLarge(isEndless: Bool) async throws {
    try await withTable("large_\(isEndless)") {
      $0.connection.maximumAnswerBytes = 100_000
    } _: { ground in
      let number = isEndless ? "10000000" : "2000"
      let error = await #expect(throws: StatementError.self) {
        try await ground.pool.transaction([
          ground.insert, Statement(text: "SELECT repeat('x', 100), generate_series(1, \(number))"),
        ])
      }
      #expect(error?.reason == .answerTooLarge)
      #expect(error?.isOutcomeUnknown == false)
      if isEndless { #expect(error?.isCommitted == false) }
      try await ground.expect(rows: error?.isCommitted == true ? 1 : 0)
    }
  }

  @Test(
    "is known to be undone when PostgreSQL says that it ends the connection before COMMIT; else that is unknown",
    arguments: [true, false])
  func lost(isTold: Bool) async throws {
    let (connection, other) = (try await connect("whole"), try await connect("whole"))
    let task = Task {
      await withCheckedContinuation { continuation in
        connection.transaction([.one, .sleep(20)], isolation: .repeatableRead, token: connection.watch.makeToken()) {
          continuation.resume(returning: $0)
        }
      }
    }
    try await untilAsleep("whole", connection)
    if isTold {
      _ = try await other.snapshot([.terminate(connection)])
    } else {
      _ = shutdown(connection.handle.socket, Int32(SHUT_RDWR))
    }
    guard case .failure(let error) = await task.value else { throw CancellationError() }
    #expect(error.reason == .connection)
    #expect(error.isOutcomeUnknown == !isTold)
    #expect(connection.condition == .lost)
    _ = try await other.snapshot([.terminate(connection)])
  }

  @Test("is undone when its task is cancelled: what runs is stopped, and what waits for a connection is not sent")
  func cancelled() async throws {
    try await withTable("cancelled") { ground in
      let sent = Task { try await ground.pool.transaction([ground.insert, .sleep(20), ground.count]) }
      try await untilAsleep("whole")
      let waiting = Task { try await ground.pool.transaction([.divisionByZero]) }
      while ground.pool.statistics.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
      for task in [waiting, sent] {
        let start = ContinuousClock.now
        task.cancel()
        let error = await #expect(throws: StatementError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
        #expect(error?.isOutcomeUnknown == false)
        #expect(.now - start < .seconds(5))
      }
      try await ground.expect(rows: 0)
      #expect(ground.pool.statistics.failedConnects == 0)
    }
  }

  @Test("that takes effect although it is cancelled gives all of its rows")
  func stubborn() async throws {
    try await withTable("stubborn") { ground in
      let task = Task { try await ground.pool.transaction([ground.insert, .stubborn, ground.count]) }
      try await untilAsleep("whole")
      task.cancel()
      #expect(try await task.value[2].integer() == 1)
      try await ground.expect(rows: 1)
    }
  }

  @Test("gives its rows, and not its connection, where what was to cancel it is never answered")
  func unansweredCancel() async throws {
    try await withTable("unanswered") { ground in
      let way = try SocketDetour(to: try await TestDatabase.shared.address("whole"))
      var configuration = ConnectionConfiguration(address: way.address)
      configuration.statementTimeout = .milliseconds(300)
      let connection = try await Connection.connect(configuration, reactor: Reactor())
      try await way.goSilent()
      let steps = [ground.insert] + Array(repeating: .sleep(0.1), count: 10) + [ground.count]
      let result = await withCheckedContinuation { continuation in
        connection.transaction(steps, isolation: .repeatableRead, token: connection.watch.makeToken()) {
          continuation.resume(returning: $0)
        }
      }
      #expect(try result.get().last?.integer() == 1)
      #expect(connection.condition == .lost)
      try await ground.expect(rows: 1)
      try await way.close()
    }
  }

  @Test("is not sent when its task is cancelled before that")
  func cancelledBefore() async throws {
    try await withTable("cancelled_before") { ground in
      let before = ground.pool.statistics.roundTrips
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await ground.pool.transaction([ground.insert])
      }
      let error = await #expect(throws: StatementError.self) { try await task.value }
      #expect(error?.reason == .cancelled)
      #expect(ground.pool.statistics.roundTrips == before)
      try await ground.expect(rows: 0)
    }
  }

  @Test("that is faster than whoever cancels it gives all of its rows", arguments: 0..<20)
  func overtaken(_ repetition: Int) async throws {
    try await withTable("overtaken_\(repetition)") { ground in
      let many = (0..<100).map { Statement(text: "SELECT $1::int4", binds: [.int4($0)]) }
      let task = Task { try await ground.pool.transaction([ground.insert] + many) }
      try await Task.sleep(for: .microseconds(200 * repetition))
      task.cancel()
      switch await task.result {
      case .success(let rows):
        #expect(rows.dropFirst().map { $0.integer() } == Array(0..<100))
        try await ground.expect(rows: 1)
      case .failure(let error):
        #expect((error as? StatementError)?.reason == .cancelled)
        try await ground.expect(rows: 0)
      }
    }
  }
}
