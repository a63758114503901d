import Postgres
import SQL
import TestSupport
import Testing

extension SchoolDatabase {
  /// The deadlocks that PostgreSQL has found in it. Shut the pools down before: a PostgreSQL process reports its counters when it ends.
  func deadlocks() async throws -> Int {
    let superuser = try await Connection.connected(to: superuser)
    for _ in 0..<500 {
      let others: SQL = """
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND usename IN ('hatched_app', 'hatched_worker')
        """
      if try await superuser.snapshot([others.statement])[0].count == 0 { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let counted = try await superuser.snapshot([
      Statement(text: "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()")
    ])
    let count = try #require(counted[0].texts.first)
    return try #require(Int(count))
  }
}
