import Synchronization
import Threads

/// The threads that wait for the disk, so that none of those that answer requests does.
package enum DiskThreads {
  private static let threads = WorkerThreads(named: "files", count: 4)
  private static let queue = Mutex<[WorkerThreads.Work]>([])

  /// Does work on one of the threads.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.withLock {
        $0.append {
          do throws(Failure) {
            continuation.resume(returning: .success(try work()))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
      threads.wake {
        queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      }
    }
    return try result.get()
  }
}
