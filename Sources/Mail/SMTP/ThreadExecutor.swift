import Dispatch
import Foundation
import Synchronization

/// Runs an actor on a thread of its own: for calls that block for seconds, which must not hold up Swift's cooperative threads.
final class ThreadExecutor: SerialExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var isClosed = false
  }

  private final class Queue: Sendable {
    let jobs = Mutex(Jobs())
    let signal = DispatchSemaphore(value: 0)

    /// Nil once the executor is gone.
    func next() -> UnownedJob? {
      signal.wait()
      return jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }
  }

  private let queue = Queue()

  init(name: String) {
    let queue = queue
    let executor = WeakReference()
    let thread = Thread {
      while let job = queue.next() {
        // The actor whose job this is keeps its executor.
        guard let executor = executor.value else { return }
        job.runSynchronously(on: executor.asUnownedSerialExecutor())
      }
    }
    thread.name = name
    executor.store(self)
    thread.start()
  }

  deinit { queue.signal.signal() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.jobs.withLock { $0.waiting.append(job) }
    queue.signal.signal()
  }

  private final class WeakReference: Sendable {
    private struct Reference: Sendable { weak var executor: ThreadExecutor? }
    private let reference = Mutex(Reference())

    var value: ThreadExecutor? { reference.withLock { $0.executor } }

    func store(_ executor: ThreadExecutor) { reference.withLock { $0.executor = executor } }
  }
}
