import Postgres
import SQL
import School
import Synchronization

/// A transaction that checks first whether the viewer is what its token says: the statements of the check travel in
/// front of the first others, and where it does not hold PostgreSQL runs none of those.
struct GuardedTransaction: Transaction {
  let transaction: PostgresTransaction
  let standing: Standing
  /// Counts what is sent, and what comes back.
  let recorder: RequestRecorder

  func run(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    try await guarded(statements) { all throws(StatementError) in try await transaction.run(all) }
  }

  func finish(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    // Where the check does not hold, PostgreSQL skips all that is behind it, COMMIT too.
    try await guarded(statements) { all throws(StatementError) in try await transaction.finish(all) }
  }

  private func guarded(
    _ statements: [Statement], _ send: ([Statement]) async throws(StatementError) -> [Rows]
  ) async throws(StatementError) -> [Rows] {
    let guards = try standing.guards()
    do throws(StatementError) {
      let all = guards + statements
      let rows = try await recorder.counted(all) { () throws(StatementError) in try await send(all) }
      standing.hold()
      return Array(rows.dropFirst(guards.count))
    } catch {
      throw standing.learnt(from: error, after: guards.count)
    }
  }
}

extension GuardedTransaction {
  /// What is known of the viewer's session and membership in a transaction.
  final class Standing: Sendable {
    private enum State {
      case unknown(MembershipCheck)
      case holds
      case hasEnded
    }

    private let state: Mutex<State>

    /// Of an anonymous viewer there is nothing to find out.
    init(of viewer: Viewer) {
      if case .account(let account) = viewer {
        state = Mutex(.unknown(MembershipCheck(of: account)))
      } else {
        state = Mutex(.holds)
      }
    }

    var hasEnded: Bool { state.withLock { if case .hasEnded = $0 { true } else { false } } }

    /// Whether nothing was heard of it: no statement was run, or one of those that went with the check failed.
    var isUnknown: Bool { state.withLock { if case .unknown = $0 { true } else { false } } }

    /// What has to be asked before anything else.
    /// - Throws: when the membership has ended.
    fileprivate func guards() throws(StatementError) -> [Statement] {
      switch state.withLock({ $0 }) {
      case .unknown(let check): return check.lockingStatements
      case .holds: return []
      case .hasEnded: throw Self.ended
      }
    }

    /// Statements behind the guards were run.
    fileprivate func hold() { state.withLock { $0 = .holds } }

    /// What a failure says of it.
    /// - Parameter count: how many guards there were.
    /// - Returns: the failure, as whoever gave the statements behind the guards knows it.
    fileprivate func learnt(from error: StatementError, after count: Int) -> StatementError {
      guard let index = error.statementIndex else { return error }
      var error = error
      error.statementIndex = index < count ? nil : index - count
      if index >= count {
        hold()
      } else if error.reason == .statement(MembershipCheck.failure) {
        state.withLock { $0 = .hasEnded }
        return Self.ended
      }
      return error
    }

    /// What a change sees of it. What the client reads is decided by `hasEnded`.
    private static let ended = StatementError(
      .statement(MembershipCheck.failure), message: "the session or the membership has ended")
  }
}
