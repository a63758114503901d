import Synchronization

/// The memory that the requests of a process may hold together: rows while they are received, answers while they are
/// written and compressed, and what clients have not taken, or not sent to the end.
///
/// Decisions are `MemoryBudgetState`'s; this carries them out.
package final class MemoryBudget: Sendable {
  private typealias State = MemoryBudgetState<ObjectIdentifier>

  private struct Guarded {
    var state: State
    /// How holdings that wait for their client are ended.
    var endings: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  private let guarded: Mutex<Guarded>

  /// - Parameter capacity: in bytes.
  package init(capacity: Int) {
    guarded = Mutex(Guarded(state: State(limits: State.Limits(capacity: capacity))))
  }

  package var statistics: MemoryStatistics { guarded.withLock { $0.state.statistics } }

  /// The most bytes that were held since the last call.
  package func takeMostHeld() -> Int {
    guarded.withLock { $0.state.takeMostHeld() }
  }

  /// - Returns: a holding without a byte.
  package func reservation(for owner: MemoryOwner) -> MemoryReservation {
    MemoryReservation(owner: owner, budget: self)
  }

  func hold(_ bytes: Int, _ reservation: MemoryReservation) -> Bool {
    let id = ObjectIdentifier(reservation)
    let (isGranted, endings) = guarded.withLock { guarded in
      let (isGranted, ended) = guarded.state.hold(id, of: reservation.owner, bytes: bytes, now: .now)
      return (isGranted, ended.compactMap { guarded.endings.removeValue(forKey: $0) })
    }
    for end in endings { end() }
    return isGranted
  }

  func wait(_ bytes: Int, _ reservation: MemoryReservation, end: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(reservation)
    let endings = guarded.withLock { guarded in
      guarded.endings[id] = end
      return guarded.state.wait(id, of: reservation.owner, bytes: bytes, now: .now)
        .compactMap { guarded.endings.removeValue(forKey: $0) }
    }
    for end in endings { end() }
  }

  func move(_ bytes: Int, _ reservation: MemoryReservation) {
    guarded.withLock { $0.state.move(ObjectIdentifier(reservation), bytes) }
  }

  func release(_ id: ObjectIdentifier) {
    // Release the ended client outside of the lock.
    let end = guarded.withLock { guarded in
      guarded.state.release(id)
      return guarded.endings.removeValue(forKey: id)
    }
    withExtendedLifetime(end) {}
  }
}
