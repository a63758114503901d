import SQL
import Testing

@testable import Postgres

@Suite("A connection pool")
struct PoolTests {
  private func one(_ pool: ConnectionPool) async throws -> Int? { try await pool.snapshot([.one])[0].integer() }

  @Test("serves two hundred tasks with four connections")
  func manyTasks() async throws {
    try await withPool("pool", { $0.size = 4 }) { pool in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask {
            let statement = Statement(text: "SELECT $1 + 1, pg_sleep(0.002)", binds: [.int4(Int32(number))])
            for _ in 0..<5 {
              if try await pool.snapshot([statement, .one])[0].integer() != number + 1 { return false }
            }
            return true
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      let statistics = pool.statistics
      #expect(statistics.leases == 1000)
      #expect(statistics.roundTrips == 1000)
      #expect(statistics.idle <= 4)
      #expect(statistics.leased == 0)
      #expect(statistics.waiting == 0)
    }
  }

  @Test("connects only when it has to")
  func lazy() async throws {
    try await withPool("pool") { pool in
      #expect(pool.statistics == PoolStatistics())
      for _ in 0..<10 { _ = try await pool.snapshot([.one]) }
      #expect(pool.statistics.idle == 1)
    }
  }

  @Test("that is exhausted says so in time")
  func exhaustion() async throws {
    try await withPool("pool", { $0.size = 1; $0.acquisitionTimeout = .seconds(1) }) { pool in
      _ = try await pool.snapshot([.one])
      try await pool.withConnection { _ in
        let start = ContinuousClock.now
        let error = await #expect(throws: StatementError.self) { try await pool.snapshot([.one]) }
        #expect(error?.reason == .poolTimeout)
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(start.duration(to: .now) < .seconds(5))
      }
      #expect(try await one(pool) == 1)
    }
  }

  @Test("refuses at once when too many wait")
  func overload() async throws {
    try await withPool("pool", { $0.size = 1; $0.maxWaiters = 0 }) { pool in
      let error = await #expect(throws: StatementError.self) { try await pool.snapshot([.one]) }
      #expect(error?.reason == .poolTimeout)
    }
  }

  @Test("lets go of a task that is cancelled while it waits")
  func cancelledWait() async throws {
    try await withPool("pool", { $0.size = 1 }) { pool in
      try await pool.withConnection { _ in
        let task = Task { try await pool.snapshot([.one]) }
        while pool.statistics.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let error = await #expect(throws: StatementError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
        #expect(pool.statistics.waiting == 0)
      }
    }
  }

  @Test("lets go of a task that is cancelled while its statements run, on a connection that it waited for")
  func cancelledRun() async throws {
    let suite = "pool_cancelled"
    try await withPool(suite, { $0.size = 1 }) { pool in
      let start = ContinuousClock.now
      let task = Task {
        try await pool.withConnection { _ in
          while pool.statistics.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
      }
      while pool.statistics.leased == 0 { try await Task.sleep(for: .milliseconds(5)) }
      let sleeping = Task { try await pool.snapshot([.sleep(20)]) }
      try await task.value
      try await untilAsleep(suite)
      sleeping.cancel()
      let error = await #expect(throws: StatementError.self) { try await sleeping.value }
      #expect(error?.reason == .cancelled)
      #expect(try await one(pool) == 1)
      #expect(start.duration(to: .now) < .seconds(10))
    }
  }

  @Test("replaces connections that the server ended while they were idle, without anyone noticing")
  func killedWhileIdle() async throws {
    try await withPool("pool_killed", { $0.size = 4 }) { pool in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await pool.withConnection { _ in
              while pool.statistics.leases < 4 { try await Task.sleep(for: .milliseconds(5)) }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(pool.statistics.idle == 4)
      let killer = try await connect("pool_killed")
      _ = try await killer.snapshot([
        Statement(
          text: """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
      ])
      for _ in 0..<5 { #expect(try await pool.snapshot([.one])[0].integer() == 1) }
      #expect(pool.statistics.idle == 1)
    }
  }

  @Test("reports a connection that is ended in the middle of a request, and replaces it")
  func killedWhileBusy() async throws {
    try await withPool("pool", { $0.size = 1 }) { pool in
      let error = await #expect(throws: StatementError.self) {
        try await pool.withConnection { connection in
          let killer = try await connect("pool")
          _ = try await killer.snapshot([.terminate(connection)])
          return try await connection.snapshot([.one])
        }
      }
      #expect(error?.reason == .connection)
      let answer = try await one(pool)
      #expect(answer == 1)
    }
  }

  @Test("repeats a snapshot once on another connection if the first broke before any answer")
  func retry() async throws {
    try await withPool("pool_retry", { $0.size = 1 }) { pool in
      let killer = try await connect("pool_retry")
      let statements = [Statement.sleep(0.5), Statement(text: "SELECT pg_backend_pid()")]
      let task = Task { try await pool.snapshot(statements) }
      try await untilAsleep("pool_retry")
      _ = try await killer.snapshot([
        Statement(
          text: """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
      ])
      #expect(try await task.value.count == 2)
      #expect(pool.statistics.leases == 2)
    }
  }

  @Test("takes back a connection after a timeout, once it is settled")
  func timeout() async throws {
    try await withPool("pool", { $0.size = 1 }) { pool in
      let start = ContinuousClock.now
      let error = await #expect(throws: StatementError.self) {
        try await pool.snapshot([.sleep(20)], deadline: .now + .milliseconds(100))
      }
      #expect(error?.reason == .statementTimeout(.seconds(5)))
      let answer = try await one(pool)
      #expect(answer == 1)
      #expect(start.duration(to: .now) < .seconds(10))
      #expect(pool.statistics.failedConnects == 0)
    }
  }

  @Test("gives no open transaction to its next user")
  func openTransaction() async throws {
    try await withPool("pool", { $0.size = 1 }) { pool in
      try await pool.withConnection { try await $0.execute(script: "BEGIN; SET LOCAL work_mem = '7MB'") }
      let rows = try await pool.snapshot([Statement(text: "SELECT current_setting('work_mem')")])
      #expect(rows[0].text() != "7MB")
    }
  }

  @Test("runs transactions")
  func transactions() async throws {
    try await withPool("pool_transactions", { $0.size = 4 }) { pool in
      try await pool.withConnection { try await $0.execute(script: "CREATE TABLE counter AS SELECT 0 AS value") }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await pool.withTransaction(isolation: .readCommitted) { transaction in
              _ = try await transaction.run([Statement(text: "UPDATE counter SET value = value + 1")])
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await pool.snapshot([Statement(text: "SELECT value FROM counter")])[0].integer() == 20)
    }
  }

  @Test("answers promptly while the database is down")
  func down() async throws {
    var configuration = PoolConfiguration(address: try DatabaseAddress("host=127.0.0.1 port=1"))
    configuration.size = 4
    let pool = try ConnectionPool(configuration)
    let start = ContinuousClock.now
    await withTaskGroup(of: StatementError.Reason?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          do throws(StatementError) {
            _ = try await pool.snapshot([.one])
            return nil
          } catch {
            return error.reason
          }
        }
      }
      for await reason in group { #expect(reason == .connection) }
    }
    #expect(start.duration(to: .now) < .seconds(2))
    // Not one attempt a request.
    #expect(pool.statistics.failedConnects < 20)
    await pool.shutdown()
  }

  @Test("finds the database again when it is back")
  func recovery() async throws {
    let suite = "pool_recovery"
    let administrator = try await connect("pool")
    try await withPool(suite, { $0.size = 2 }) { pool in
      _ = try await pool.snapshot([.one])
      let database = "postgres_tests_\(suite)"
      try await administrator.execute(
        script: """
          ALTER DATABASE \(database) ALLOW_CONNECTIONS false;
          SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database)'
          """)
      for _ in 0..<3 {
        let error = await #expect(throws: StatementError.self) { try await pool.snapshot([.one]) }
        #expect(error?.reason == .connection)
      }
      try await administrator.execute(script: "ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
      #expect(try await one(pool) == 1)
    }
  }

  @Test("shuts down after the requests that are under way")
  func shutdown() async throws {
    try await withPool("pool") { pool in
      let slow = Task { try await pool.snapshot([.sleep(0.5), .one])[1].integer() }
      while pool.statistics.leased == 0 { try await Task.sleep(for: .milliseconds(5)) }
      await pool.shutdown()
      #expect(pool.statistics.leased == 0)
      #expect(try await slow.value == 1)
      let error = await #expect(throws: StatementError.self) { try await pool.snapshot([.one]) }
      #expect(error?.reason == .shutdown)
    }
  }

  @Test("does not wait forever when it shuts down")
  func boundedShutdown() async throws {
    try await withPool("pool", { $0.shutdownTimeout = .milliseconds(100) }) { pool in
      let start = ContinuousClock.now
      let slow = Task { try await pool.snapshot([.sleep(3)]) }
      while pool.statistics.leased == 0 { try await Task.sleep(for: .milliseconds(5)) }
      await pool.shutdown()
      #expect(start.duration(to: .now) < .seconds(3))
      _ = try await slow.value
    }
  }
}
