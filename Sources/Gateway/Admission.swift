import Synchronization

/// Whether the database has shown to keep its locks since the process started. Until then nothing is
/// answered: a server may start before its database.
package final class Admission: Sendable {
  private let state = Atomic<Bool>(false)

  package init() {}

  package var isOpen: Bool { state.load(ordering: .relaxed) }

  package func open() { state.store(true, ordering: .relaxed) }
}
