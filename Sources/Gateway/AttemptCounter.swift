package import Planning
import Postgres
import SQL
import Domain
package import SessionTokens

/// Counts attempts in the database, so that several gateways count together.
package struct AttemptCounter: Sendable {
  private let secrets: SecretKeys
  private let limits: AttemptLimits

  /// - Parameters:
  ///   - secrets: the keys that addresses are hashed with. There are so few addresses that a hash without a key would hide none.
  ///   - limits: the operator's.
  package init(secrets: SecretKeys, limits: AttemptLimits = AttemptLimits()) {
    self.secrets = secrets
    self.limits = limits
  }

  /// Counts an attempt, in a transaction of its own: it stays counted if the attempt fails or the process ends.
  /// - Returns: nil when there is nothing to count it by.
  /// - Throws: `.unauthenticated`, and nothing is counted, when the viewer's session or membership has ended: its token
  ///   must not use up the account's attempts.
  func count(
    _ limit: AttemptLimit, _ request: ExecutionContext, pool: ConnectionPool
  ) async throws(RequestFailure) -> Attempt? {
    let limit = limits[limit]
    guard let key = key(of: limit.subject, request) else { return nil }
    let count = FunctionCall.countAttempt(limit.kind, key, limit.seconds)
    let forget: SQL = "SELECT forget_attempts()"
    let rows = try await run([count.sql.statement, forget.statement], request, pool)[0]
    guard let counted = try? count.result(rows) else { throw .fault("attempts cannot be counted") }
    return Attempt(limit: limit, key: key, count: counted.count, seconds: counted.seconds)
  }

  private func key(of subject: AttemptLimit.Subject, _ request: ExecutionContext) -> SQLValue? {
    switch subject {
    case .account:
      guard case .account(let account) = request.viewer else { return nil }
      return .hash(of: account.accountID.description)
    case .reader:
      guard case .reader(let reader) = request.viewer else { return nil }
      return reader.attemptKey
    case .network:
      guard let network = request.network() else { return nil }
      // With the secret that signs: when another replaces it, counting begins again.
      return .literal("\\x\(secrets.derivedCodes(for: "network", network.bytes)[0].hexadecimal)", .bytea)
    }
  }

  private func run(
    _ statements: [Statement], _ request: ExecutionContext, _ pool: ConnectionPool
  ) async throws(RequestFailure) -> [Rows] {
    let membershipStatus = MembershipStatus(of: request.viewer, for: .counting)
    do throws(StatementError) {
      return try await membershipStatus.guarding(statements, request.log.recorder) { all throws(StatementError) in
        try await pool.transaction(all, for: request.load, isolation: .readCommitted)
      }
    } catch {
      if membershipStatus.hasEnded { throw .unauthenticated }
      // It may have been counted or not: what the client wants to do was not begun.
      var error = error
      error.isOutcomeUnknown = false
      throw .database(error)
    }
  }
}
