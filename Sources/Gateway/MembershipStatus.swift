import Planning
import SQL
import Domain
import Synchronization

/// The state of the viewer's session and membership, as a transaction knows it.
final class MembershipStatus: Sendable {
  /// The effect of the guarded transaction.
  enum Purpose {
    /// It touches nothing of the viewer's, and locks nothing of it.
    case counting
    /// It changes something, and takes the first locks of `LockOrder`.
    case changing(ending: EndedSessions)
  }

  private enum State {
    /// The statements that find it out.
    case unknown([Statement])
    case holds
    case hasEnded
  }

  private let state: Mutex<State>

  /// An anonymous viewer has nothing to check.
  init(of viewer: Viewer, for purpose: Purpose) {
    let state: State =
      switch (viewer, purpose) {
      case (.anonymous, .counting): .holds
      case (.anonymous, .changing): .unknown([LockOrder.timeoutStatement])
      case (.reader(let reader), .counting): .unknown([ReaderCheck(of: reader).requiringStatement])
      case (.reader(let reader), .changing): .unknown(ReaderCheck(of: reader).lockingStatements)
      case (.account(let account), .counting): .unknown(MembershipCheck(of: account).requiringStatements)
      case (.account(let account), .changing(let ended)):
        .unknown(MembershipCheck(of: account).lockingStatements(ending: ended))
      }
    self.state = Mutex(state)
  }

  var hasEnded: Bool { state.withLock { if case .hasEnded = $0 { true } else { false } } }

  /// Whether nothing was heard of it: no statement was run, or the check itself failed.
  var isUnknown: Bool { state.withLock { if case .unknown = $0 { true } else { false } } }

  /// Sends statements, behind those of the check unless it was found to hold.
  /// - Returns: the rows of the statements.
  /// - Throws: as `send`, or when the membership has ended: then none of the statements was run.
  func guarding(
    _ statements: [Statement], _ recorder: RequestRecorder,
    _ send: ([Statement]) async throws(StatementError) -> [Rows]
  ) async throws(StatementError) -> [Rows] {
    let guards = try guards()
    do throws(StatementError) {
      let all = guards + statements
      let rows = try await recorder.counted(all) { all throws(StatementError) in try await send(all) }
      hold()
      return Array(rows.dropFirst(guards.count))
    } catch {
      throw learnt(from: error, after: guards.count)
    }
  }

  /// The statements that must run before all others.
  /// - Throws: when the membership has ended.
  private func guards() throws(StatementError) -> [Statement] {
    switch state.withLock({ $0 }) {
    case .unknown(let statements): return statements
    case .holds: return []
    case .hasEnded: throw Self.ended
    }
  }

  /// Statements behind the guards were run.
  private func hold() { state.withLock { $0 = .holds } }

  /// Updates the state from a failure.
  /// - Parameter count: the number of guards.
  /// - Returns: the failure, with the index of the statement among those behind the guards.
  private func learnt(from error: StatementError, after count: Int) -> StatementError {
    // COMMIT is behind the guards as well.
    if error.isCommitted { hold() }
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

  /// The failure that a change sees. `hasEnded` decides the answer to the client.
  private static let ended = StatementError(
    .statement(MembershipCheck.failure), message: "the session or the membership has ended")
}
