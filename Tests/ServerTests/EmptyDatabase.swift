import Foundation
import Postgres
import SQL
import Testing

/// A database without any table, which a suite makes anew.
struct EmptyDatabase: Sendable {
  let owner: DatabaseAddress

  init(_ name: String) async throws {
    let url = try #require(
      ProcessInfo.processInfo.environment["HATCHED_TEST_DATABASE_URL"],
      "HATCHED_TEST_DATABASE_URL is not set: run the tests with scripts/test, which starts a PostgreSQL")
    let server = try DatabaseAddress(url)
    let connection = try await Connection.connect(ConnectionConfiguration(address: server), reactor: Reactor())
    let limit = ContinuousClock.now + .seconds(60)
    try await connection.execute(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)", deadline: limit)
    try await connection.execute(
      script: "CREATE DATABASE \(name) OWNER hatched_owner TEMPLATE template0", deadline: limit)
    owner = server.database(name).user("hatched_owner")
  }

  /// The first column of a query, as the owner; it must be text.
  func texts(_ query: SQL) async throws -> [String] {
    let rows = try await read(query)
    return (0..<rows.count).map { row in
      rows.withCell(row: row, column: 0) { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// How many rows a query has, as the owner.
  func count(_ query: SQL) async throws -> Int { try await read(query).count }

  /// Runs statements as the owner.
  func execute(_ script: String) async throws {
    try await Connection.connect(ConnectionConfiguration(address: owner), reactor: Reactor()).execute(script: script)
  }

  private func read(_ query: SQL) async throws -> Rows {
    let connection = try await Connection.connect(ConnectionConfiguration(address: owner), reactor: Reactor())
    return try await connection.snapshot([query.statement])[0]
  }

  /// Runs `hatched` as an operator does.
  func hatched(_ arguments: [String]) async throws -> ChildProcess.End {
    try await ChildProcess.run(
      .hatched, arguments,
      environment: ["MIGRATION_DATABASE_URL": "\(owner)", "HATCHED_TOKEN_SECRETS": RunningServer.secret])
  }
}
