import Foundation
import Postgres
import Synchronization
import Threads

/// Prepares operations that are not kept: reads, validates and plans their documents, which takes milliseconds where a document is
/// large. Threads of their own do it, so that the threads that serve all connections go on; half as many as there are processors.
/// Keys take turns: who sends many new documents waits for itself.
final class PreparationQueue: Sendable {
  private let turns = Mutex(KeyTurns<LoadKey, @Sendable () -> Void>())
  private let threads = WorkerThreads(named: "documents", count: ProcessInfo.processInfo.activeProcessorCount / 2)

  deinit { threads.close() }

  func run<Value: Sendable>(for key: LoadKey, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let isNext = turns.withLock { $0.add({ continuation.resume(returning: work()) }, of: key) }
      if isNext { wake() }
    }
  }

  private func wake() { threads.wake { [weak self] in self?.next() } }

  private func next() -> WorkerThreads.Work? {
    guard let turn = turns.withLock({ $0.next() }) else { return nil }
    return { [self] in
      turn.work()
      if turns.withLock({ $0.end(turn.key) }) { wake() }
    }
  }
}
