import SQL
import Synchronization

/// Lets few streams read again at a time, and each account's one by one, in the order in which they were woken. A change that concerns
/// thousands of streams so leaves most connections to requests, and the queue in front of them short.
final class StreamTurns: Sendable {
  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var turns = KeyTurns<UUIDValue, Waiter>()
    var count = 0
  }

  /// How many read at a time.
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: two slow ones must leave turns to the others.
  init(limit: Int) { self.limit = max(4, limit) }

  /// Does work in a turn of the account.
  nonisolated(nonsending) func run<Result, Failure: Error>(
    _ account: UUIDValue, _ work: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    await begin(account)
    defer { end(account) }
    return try await work()
  }

  /// Waits for a turn of the account. `end` has to follow.
  func begin(_ account: UUIDValue) async {
    await withCheckedContinuation { continuation in
      resume { _ = $0.turns.add(continuation, of: account) }
    }
  }

  func end(_ account: UUIDValue) {
    resume { state in
      state.count -= 1
      _ = state.turns.end(account)
    }
  }

  /// Changes the state, and resumes those whose turn has come then.
  private func resume(_ change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      var next: [Waiter] = []
      while state.count < limit, let turn = state.turns.next() {
        state.count += 1
        next.append(turn.work)
      }
      return next
    }
    for waiter in next { waiter.resume() }
  }
}
