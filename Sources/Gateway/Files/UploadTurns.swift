import SQL
import Synchronization

/// The turns of requests that write to the same upload: a newer one ends the older, and waits until it has.
final class UploadTurns: Sendable {
  final class Turn: Sendable {
    private struct State {
      var isDisplaced = false
      var hasEnded = false
      var displace: (@Sendable () -> Void)?
      var waiters: [CheckedContinuation<Void, Never>] = []
    }

    fileprivate let upload: UUIDValue
    private let state = Mutex(State())

    fileprivate init(_ upload: UUIDValue) { self.upload = upload }

    /// Whether a newer request waits.
    var isDisplaced: Bool { state.withLock { $0.isDisplaced } }

    /// - Parameter displace: called once a newer request waits, which may be now; from any thread.
    func onDisplacement(_ displace: @escaping @Sendable () -> Void) {
      let isLate = state.withLock { state in
        state.displace = displace
        return state.isDisplaced
      }
      if isLate { displace() }
    }

    fileprivate func displace() {
      let displace = state.withLock { state in
        state.isDisplaced = true
        return state.displace
      }
      displace?()
    }

    fileprivate func end() {
      let waiters = state.withLock { state in
        state.hasEnded = true
        state.displace = nil
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }

    fileprivate func untilEnd() async {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          if !state.hasEnded { state.waiters.append(continuation) }
          return state.hasEnded
        }
        if hasEnded { continuation.resume() }
      }
    }
  }

  private let turns = Mutex<[UUIDValue: Turn]>([:])

  var count: Int { turns.withLock { $0.count } }

  /// The turn of a request, once the one before it has ended.
  func begin(_ upload: UUIDValue) async -> Turn {
    let turn = Turn(upload)
    let older = turns.withLock { turns in
      defer { turns[upload] = turn }
      return turns[upload]
    }
    if let older {
      older.displace()
      await older.untilEnd()
    }
    return turn
  }

  func end(_ turn: Turn) {
    turns.withLock { turns in
      if turns[turn.upload] === turn { turns[turn.upload] = nil }
    }
    turn.end()
  }
}
