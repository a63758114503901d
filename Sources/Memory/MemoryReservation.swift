import Synchronization

/// The memory that one request, answer or connection holds of a `MemoryBudget`. It is released when no code has the
/// reservation any more.
///
/// A request that needs no more than a step costs nothing: who uses memory asks only for what is beyond it, and in steps.
/// Bytes that wait for a client count exactly, since many small answers add up.
package final class MemoryReservation: Sendable {
  /// In bytes.
  package static let step = 256 << 10

  /// The use of the memory.
  package enum Use: Sendable {
    /// Rows of the database, as libpq holds them and as they are read.
    case rows
    /// JSON, while it is written and after.
    case json
    case compressed
  }

  /// In bytes.
  private struct Uses {
    var rows = 0
    var json = 0
    var compressed = 0

    subscript(use: Use) -> Int {
      get {
        switch use {
        case .rows: rows
        case .json: json
        case .compressed: compressed
        }
      }
      set {
        switch use {
        case .rows: rows = newValue
        case .json: json = newValue
        case .compressed: compressed = newValue
        }
      }
    }

    /// Whole steps; nothing for the first one.
    var reserved: Int {
      let total = rows + json + compressed
      return total <= step ? 0 : (total + step - 1) / step * step
    }
  }

  package let owner: MemoryOwner
  private let budget: MemoryBudget
  private let uses = Mutex(Uses())
  /// Whether the budget knows it.
  private let isKnown = Atomic(false)

  init(owner: MemoryOwner, budget: MemoryBudget) {
    self.owner = owner
    self.budget = budget
  }

  deinit { if isKnown.load(ordering: .relaxed) { budget.release(ObjectIdentifier(self)) } }

  /// Holds so many bytes for a use, beside those for others. Less than before always succeeds.
  /// - Returns: false when there is no memory for it.
  package func hold(_ bytes: Int, for use: Use) -> Bool {
    uses.withLock { uses in
      var changed = uses
      changed[use] = bytes
      if changed.reserved != uses.reserved {
        isKnown.store(true, ordering: .relaxed)
        guard budget.hold(changed.reserved, self) else { return false }
      }
      uses = changed
      return true
    }
  }

  /// Notes that so many bytes are there, and nothing else, and that the client is waited for.
  /// - Parameter end: ends the client's connection. Called from any thread, at most once, where the memory is needed.
  package func wait(holding bytes: Int, end: @escaping @Sendable () -> Void) {
    isKnown.store(true, ordering: .relaxed)
    budget.wait(bytes, self, end: end)
  }

  /// The client has taken or sent more bytes.
  package func move(_ bytes: Int) { budget.move(bytes, self) }
}
