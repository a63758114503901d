import SQL

@testable import Postgres

/// Requests of tests that are not about shares: as the program's own work.
extension ConnectionPool {
  func snapshot(
    _ statements: [Statement], deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) -> [Rows] {
    try await snapshot(statements, for: .process, deadline: deadline)
  }

  func transaction(
    _ statements: [Statement], isolation: IsolationLevel = .repeatableRead
  ) async throws(StatementError) -> [Rows] {
    try await transaction(statements, for: .process, isolation: isolation)
  }

  nonisolated(nonsending) func withTransaction<Result>(
    isolation: IsolationLevel = .repeatableRead, readOnly: Bool = false,
    _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    try await withTransaction(for: .process, isolation: isolation, readOnly: readOnly, body)
  }

  nonisolated(nonsending) func withConnection<Result>(
    _ body: nonisolated(nonsending) (Connection) async throws -> Result
  ) async throws -> Result {
    try await withConnection(for: .process, body)
  }
}
