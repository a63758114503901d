import GraphQL
import Planning
import Postgres
import SQL
import School
package import SessionTokens

/// Counts what may be tried only so often, in the database, so that several gateways count together.
package struct AttemptCounter: Sendable {
  private let secrets: SecretKeys

  /// - Parameter secrets: what addresses are hashed with. Of all there are so few that a hash alone would hide none.
  package init(secrets: SecretKeys) { self.secrets = secrets }

  /// Counts an attempt, in a transaction of its own: it counts whatever becomes of the one that it is for.
  /// - Returns: why there may not be another; nil when there may.
  /// - Throws: `.unauthenticated`, and nothing is counted, when the viewer's session or membership has ended: who has a
  ///   token of it must not use up what the account may try.
  func refusal(
    of limit: AttemptLimit, _ request: RunningRequest, pool: ConnectionPool
  ) async throws(RequestFailure) -> MutationFailure? {
    var counts: [(key: SQLValue, maximum: Int32)] = []
    if let maximum = limit.perViewer, case .account(let account) = request.viewer {
      counts.append((.hash(of: account.accountID.description), maximum))
    }
    if let network = request.network() {
      // The secret that signs: when another takes its place, counting begins again.
      let code = secrets.derivedCodes(for: "network", network.bytes)[0]
      counts.append((.literal("\\x\(code.hexadecimal)", .bytea), limit.perNetwork))
    }
    guard !counts.isEmpty else { return nil }
    let statements = counts.map { count -> SQL in
      DatabaseFunction.countAttempt.call(.text(limit.kind), count.key, .int4(limit.seconds))
    }
    let forget: SQL = "SELECT forget_attempts()"
    let rows = try await run((statements + [forget]).map(\.statement), request, pool)
    for (count, row) in zip(counts, rows) {
      guard row.count == 1, let attempts = row.int4(row: 0, column: 0), let seconds = row.int4(row: 0, column: 1) else {
        throw .fault("attempts cannot be counted")
      }
      if attempts > count.maximum {
        return .tooMany(limit.attempts, limit: limit.kind, maximum: count.maximum, retryAfter: seconds)
      }
    }
    return nil
  }

  private func run(
    _ statements: [Statement], _ request: RunningRequest, _ pool: ConnectionPool
  ) async throws(RequestFailure) -> [Rows] {
    let standing = MembershipStatus(of: request.viewer)
    do throws(StatementError) {
      return try await standing.guarding(statements, request.log.recorder) { all throws(StatementError) in
        try await pool.transaction(all, isolation: .readCommitted)
      }
    } catch {
      if standing.hasEnded { throw .unauthenticated }
      // It may have been counted or not: what the client wants to do was not begun.
      var error = error
      error.isOutcomeUnknown = false
      throw .database(error)
    }
  }
}
