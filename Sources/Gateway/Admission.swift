import Synchronization

/// Whether the database has shown to keep its locks since the process started. Until then nothing is
/// answered: a server may start before its database. And whether the process is about to end.
package final class Admission: Sendable {
  private let state = Atomic<Bool>(false)
  private let drains = Atomic<Bool>(false)

  package init() {}

  package var isOpen: Bool { state.load(ordering: .relaxed) }

  package func open() { state.store(true, ordering: .relaxed) }

  /// Whether requests are still answered, but no more should be sent here.
  package var isDraining: Bool { drains.load(ordering: .relaxed) }

  package func drain() { drains.store(true, ordering: .relaxed) }
}
