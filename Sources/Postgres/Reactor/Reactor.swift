import Foundation
package import SQL

/// One thread that waits for sockets, so that no task has to.
///
/// It calls nothing of libpq: it only resumes the task that leases the connection, and that task does the rest.
package final class Reactor: Sendable {
  /// What a task wants to be resumed for.
  struct Interest: OptionSet {
    let rawValue: UInt32
    static let readable = Interest(rawValue: 1)
    static let writable = Interest(rawValue: 2)
  }

  /// Why a wait ended.
  enum Outcome: Sendable {
    /// The socket is readable or writable, or has failed: the next call on it will not block.
    case ready
    case timedOut
    /// The task was cancelled.
    case cancelled
  }

  private let loop: ReactorLoop

  /// Starts the thread; it ends with this object.
  /// - Throws: `.connection` if the process may open no more descriptors.
  package init() throws(StatementError) {
    guard let loop = ReactorLoop() else {
      throw StatementError(.connection, message: "no descriptor is left for epoll")
    }
    self.loop = loop
    let thread = Thread { loop.run() }
    thread.name = "postgres-reactor"
    thread.start()
  }

  deinit { loop.stop() }

  /// Suspends the task until `descriptor` is ready, `deadline` passes or the task is cancelled.
  /// At most one task may wait for a descriptor at a time.
  /// - Parameter ignoringCancellation: for the few answers that must be heard whatever the caller wants by now.
  func wait(
    for descriptor: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant?,
    ignoringCancellation: Bool = false
  ) async -> Outcome {
    let token = loop.makeToken()
    if ignoringCancellation {
      return await withCheckedContinuation { continuation in
        loop.register(token, descriptor, interest, deadline, continuation)
      }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.register(token, descriptor, interest, deadline, continuation)
        // A cancellation before `register` found nobody to resume.
        if Task.isCancelled { loop.cancel(token) }
      }
    } onCancel: {
      loop.cancel(token)
    }
  }
}
