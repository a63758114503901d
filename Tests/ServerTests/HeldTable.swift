import Postgres
import SQL
import TestSupport
import Testing

/// A table that nobody else reads or writes meanwhile: statements on it wait.
struct HeldTable {
  let name: String
  private let holder: PostgresTransaction

  /// Runs `body` while a table of a suite's database is held.
  static func with<Result>(
    _ name: String, of database: SchoolDatabase, _ body: (HeldTable) async throws -> Result
  ) async throws -> Result {
    let owner = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    return try await owner.withTransaction(isolation: .readCommitted) { transaction in
      try await transaction.execute(script: "LOCK TABLE \(name) IN ACCESS EXCLUSIVE MODE")
      return try await body(HeldTable(name: name, holder: transaction))
    }
  }

  /// Waits until so many statements wait for the table.
  func untilWaiting(_ count: Int) async throws {
    let start = ContinuousClock.now
    while try await waiting != count {
      // Less than a statement may take: it is not PostgreSQL that ends it.
      guard ContinuousClock.now - start < .seconds(4) else {
        let now = try await waiting
        Issue.record("\(now) statements wait, and not \(count)")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private var waiting: Int {
    get async throws {
      let sql: SQL = "SELECT 1 FROM pg_locks WHERE relation = \(bind: .text(name))::regclass AND NOT granted"
      return try await holder.run([sql.statement])[0].count
    }
  }
}
