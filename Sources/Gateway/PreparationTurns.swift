import Postgres
import Synchronization

/// Lets each key prepare one new operation at a time: read, validate and plan its document. This is work of the threads that serve
/// all connections, and takes milliseconds for a large document: those who send many at once wait for themselves.
final class PreparationTurns: Sendable {
  /// The requests that wait, in order, by the key of which one is being prepared.
  private let waiting = Mutex<[LoadKey: [CheckedContinuation<Void, Never>]]>([:])

  /// Waits for the turn of a request.
  func begin(_ key: LoadKey) async -> PreparationTurn {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        if waiting[key] != nil {
          waiting[key]?.append(continuation)
          return false
        }
        waiting[key] = []
        return true
      }
      if isFree { continuation.resume() }
    }
    return PreparationTurn(key, of: self)
  }

  fileprivate func end(_ key: LoadKey) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard waiting[key]?.isEmpty == false else {
        waiting[key] = nil
        return nil
      }
      return waiting[key]?.removeFirst()
    }
    next?.resume()
  }
}

/// A request's turn, until `end` or until nobody has it any more.
final class PreparationTurn: Sendable {
  private let key: LoadKey
  private let turns: PreparationTurns
  private let hasEnded = Atomic<Bool>(false)

  fileprivate init(_ key: LoadKey, of turns: PreparationTurns) {
    self.key = key
    self.turns = turns
  }

  deinit { end() }

  func end() { if !hasEnded.exchange(true, ordering: .relaxed) { turns.end(key) } }
}
