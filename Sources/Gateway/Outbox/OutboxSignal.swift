import Synchronization

/// Wakes the workers of an outbox when this process has put a message into it, and tells them to end.
package final class OutboxSignal: Sendable {
  private struct State {
    var generation: UInt64 = 0
    var isEnding = false
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of wake-ups. A worker reads it before it looks into the outbox.
  package var generation: UInt64 { state.withLock { $0.generation } }

  package var isEnding: Bool { state.withLock { $0.isEnding } }

  package func wake() { wakeAll { $0.generation += 1 } }

  package func end() { wakeAll { $0.isEnding = true } }

  private func wakeAll(_ change: (inout sending State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns after a wake-up later than `generation`, after `end()`, or after `duration`.
  package func wait(after generation: UInt64, atMost duration: Duration) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let timer = Task {
      try? await Task.sleep(for: duration)
      resume(id)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isEnding || state.generation != generation || Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      resume(id)
    }
    timer.cancel()
  }

  private func resume(_ id: UInt64) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }
}
