import Foundation
import SQL

@testable import Postgres

/// A database of its own for each suite, on the throwaway server that `scripts/test` starts.
actor TestDatabase {
  static let shared = TestDatabase()

  struct Unset: Error, CustomStringConvertible {
    let description =
      "HATCHED_TEST_DATABASE_URL is not set: run the tests with scripts/test, which starts a throwaway PostgreSQL"
  }

  private var databases: [String: Task<DatabaseAddress, any Error>] = [:]

  /// The address of the suite's database, which is made at the first call.
  func address(_ suite: String) async throws -> DatabaseAddress {
    if let database = databases[suite] { return try await database.value }
    let database = Task { try await Self.create("postgres_tests_" + suite) }
    databases[suite] = database
    return try await database.value
  }

  private static func create(_ name: String) async throws -> DatabaseAddress {
    let server = try server()
    let connection = try await Connection.connect(configuration(server), reactor: Reactor())
    try await connection.execute(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    try await connection.execute(script: "CREATE DATABASE \(name) TEMPLATE template0")
    return server.database(name)
  }

  static func server() throws -> DatabaseAddress {
    guard let url = ProcessInfo.processInfo.environment["HATCHED_TEST_DATABASE_URL"], !url.isEmpty else {
      throw Unset()
    }
    return try DatabaseAddress(url)
  }

  private static func configuration(_ address: DatabaseAddress) -> ConnectionConfiguration {
    var configuration = ConnectionConfiguration(address: address)
    configuration.statementTimeout = .seconds(60)
    configuration.connectTimeout = .seconds(30)
    return configuration
  }
}

/// A connection to the suite's database.
func connect(
  _ suite: String, _ adjust: (inout ConnectionConfiguration) -> Void = { _ in }
) async throws -> Connection {
  var configuration = ConnectionConfiguration(address: try await TestDatabase.shared.address(suite))
  configuration.connectTimeout = .seconds(30)
  adjust(&configuration)
  return try await Connection.connect(configuration, reactor: Reactor())
}

/// Waits until PostgreSQL is in a `pg_sleep`: of this connection, or of any in the suite's database.
func untilAsleep(_ suite: String, _ sleeper: Connection? = nil) async throws {
  let observer = try await connect(suite)
  let asleep = Statement(
    text: """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep' AND pid = coalesce($1, pid)
      """,
    binds: [sleeper.map { .int4($0.processID) } ?? .null(.int4)])
  while try await observer.snapshot([asleep])[0].integer() == 0 { try await Task.sleep(for: .milliseconds(10)) }
}

/// Runs `body` with a pool on the suite's database, and shuts it down.
func withPool<Result>(
  _ suite: String, _ adjust: (inout PoolConfiguration) -> Void = { _ in },
  _ body: (ConnectionPool) async throws -> Result
) async throws -> Result {
  var configuration = PoolConfiguration(address: try await TestDatabase.shared.address(suite))
  configuration.connection.connectTimeout = .seconds(30)
  configuration.acquisitionTimeout = .seconds(30)
  adjust(&configuration)
  let pool = try ConnectionPool(configuration)
  do {
    let result = try await body(pool)
    await pool.shutdown()
    return result
  } catch {
    await pool.shutdown()
    throw error
  }
}
