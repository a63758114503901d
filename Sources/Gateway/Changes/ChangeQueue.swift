import SQL
import Synchronization

/// Lets one change of a family run at a time in this process. The others wait here, without a connection.
package final class ChangeQueue: Sendable {
  private typealias State = ChangeQueueState<CheckedContinuation<Wait, Never>>

  /// How a wait ended.
  private enum Wait {
    case started, refused, late, cancelled
  }

  private struct Lines {
    var state: State
    var lastID: UInt64 = 0
  }

  /// The time for which a change may wait for its turn.
  private let patience: Duration
  private let lines: Mutex<Lines>

  package init(limits: ChangeQueueLimits = ChangeQueueLimits(), patience: Duration = .seconds(4)) {
    self.patience = patience
    lines = Mutex(Lines(state: State(limits: limits)))
  }

  /// The number of changes in flight, and the number that wait.
  package var counts: (inFlight: Int, waiting: Int) {
    lines.withLock { ($0.state.inFlight, $0.state.waiting) }
  }

  /// Runs `body` when no other change of the key is in flight.
  /// - Parameter account: whose change it is.
  /// - Throws: what `body` throws; `.contended` when there is no room, or the turn does not come in time; `.cancelled`.
  nonisolated(nonsending) func run<Result>(
    _ key: ChangeKey, of account: UUIDValue?,
    _ body: nonisolated(nonsending) () async throws(RequestFailure) -> Result
  ) async throws(RequestFailure) -> Result {
    try await enter(key, account)
    defer { leave(key) }
    return try await body()
  }

  private nonisolated(nonsending) func enter(_ key: ChangeKey, _ account: UUIDValue?) async throws(RequestFailure) {
    if lines.withLock({ $0.state.start(key) }) { return }
    let id = lines.withLock { lines in
      lines.lastID += 1
      return lines.lastID
    }
    let timer = Task { [patience] in
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      end(key, id, .late)
    }
    let wait = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch lines.withLock({ $0.state.enter(key, of: account, id: id, continuation) }) {
        case .started: continuation.resume(returning: .started)
        case .refused: continuation.resume(returning: .refused)
        // A cancellation before that found nobody waiting.
        case .waits: if Task.isCancelled { end(key, id, .cancelled) }
        }
      }
    } onCancel: {
      end(key, id, .cancelled)
    }
    timer.cancel()
    switch wait {
    case .started: return
    case .refused: throw .contended(.queueFull)
    case .late: throw .contended(.queueTimeout)
    case .cancelled: throw .database(StatementError(.cancelled, message: "the task was cancelled"))
    }
  }

  private func end(_ key: ChangeKey, _ id: UInt64, _ wait: Wait) {
    lines.withLock { $0.state.remove(key, id: id) }?.resume(returning: wait)
  }

  private func leave(_ key: ChangeKey) {
    lines.withLock { $0.state.leave(key) }?.resume(returning: .started)
  }
}
