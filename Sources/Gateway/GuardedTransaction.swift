import Postgres
import SQL
import Domain

/// A transaction that checks first whether the viewer is what its token says: the statements of the check travel in
/// front of the first others, and where it does not hold PostgreSQL runs none of those.
struct GuardedTransaction: Transaction {
  let transaction: PostgresTransaction
  let membershipStatus: MembershipStatus
  /// Counts what is sent, and what comes back.
  let recorder: RequestRecorder

  func run(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    try await membershipStatus.guarding(statements, recorder) { all throws(StatementError) in try await transaction.run(all) }
  }

  func finish(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    // Where the check does not hold, PostgreSQL skips all that is behind it, COMMIT too.
    try await membershipStatus.guarding(statements, recorder) { all throws(StatementError) in
      try await transaction.finish(all)
    }
  }
}
