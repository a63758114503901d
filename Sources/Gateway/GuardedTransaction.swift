import Postgres
import SQL
import School
import Synchronization

/// A transaction that checks first whether the viewer is what its token says: the statements of the check travel in
/// front of the first others, whose rows nobody gets before the check was found to hold.
struct GuardedTransaction: Transaction {
  let transaction: PostgresTransaction
  let standing: Standing
  /// Counts what is sent, and what comes back.
  let recorder: RequestRecorder

  func run(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    try await guarded(statements) { all throws(StatementError) in try await transaction.run(all) }
  }

  func finish(_ statements: [Statement]) async throws(StatementError) -> [Rows] {
    // If the check comes as late as this nothing was changed, so that COMMIT may go with it.
    try await guarded(statements) { all throws(StatementError) in try await transaction.finish(all) }
  }

  private func guarded(
    _ statements: [Statement], _ send: ([Statement]) async throws(StatementError) -> [Rows]
  ) async throws(StatementError) -> [Rows] {
    let guards = try standing.guards()
    do throws(StatementError) {
      let all = guards + statements
      let rows = try await recorder.counted(all) { () throws(StatementError) in try await send(all) }
      return try standing.rows(of: rows, after: guards.count)
    } catch {
      var error = error
      error.statementIndex = error.statementIndex.flatMap { $0 < guards.count ? nil : $0 - guards.count }
      throw error
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

    /// - Parameters:
    ///   - rows: of the guards, and of the statements behind them.
    ///   - count: how many guards there are.
    /// - Returns: the rows of the statements.
    /// - Throws: when the guards say that the membership has ended.
    fileprivate func rows(of rows: [Rows], after count: Int) throws(StatementError) -> [Rows] {
      if count == 0 { return rows }
      let holds = state.withLock { state in
        guard case .unknown(let check) = state else { return false }
        let holds = check.holds(in: Array(rows.prefix(count)))
        state = holds ? .holds : .hasEnded
        return holds
      }
      guard holds else { throw Self.ended }
      return Array(rows.dropFirst(count))
    }

    /// What a change sees of it. What the client reads is decided by `hasEnded`.
    private static let ended = StatementError(
      .statement(SQLState(rawValue: "28000")), message: "the session or the membership has ended")
  }
}
