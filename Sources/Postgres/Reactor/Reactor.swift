import Foundation
package import SQL

/// One thread that waits for sockets, so that no task has to, and reads what comes: a task is resumed once, when
/// all of its answer is there, and not for each piece of it.
package final class Reactor: Sendable {
  /// What a task wants to be resumed for.
  struct Interest: OptionSet {
    let rawValue: UInt32
    static let readable = Interest(rawValue: 1)
    static let writable = Interest(rawValue: 2)
  }

  /// What has become of a wait.
  enum Outcome: Sendable {
    /// The socket is readable or writable, or has failed: the next call on it will not block.
    case ready
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// There is no such descriptor.
    case refused
  }

  /// Names a wait, so that it can be cancelled.
  typealias Token = UInt64

  /// Called with each outcome of a wait until it returns nil. After `.ready` it may return what to wait for next;
  /// any other outcome is the last.
  ///
  /// Never called twice at a time. It runs on the reactor's thread, or on that of `watch` or `cancel`, and must not
  /// block.
  typealias Handler = @Sendable (Outcome) -> Interest?

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

  func makeToken() -> Token { loop.makeToken() }

  /// Calls `handler` when `descriptor` is ready, `deadline` passes or `cancel(token)` is called, whichever comes first.
  /// At most one wait may concern a descriptor at a time.
  func watch(
    _ descriptor: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant?, token: Token,
    handler: @escaping Handler
  ) {
    loop.register(token, descriptor, interest, deadline, handler)
  }

  /// Calls `action` once that time has come, on the reactor's thread, where it must not block.
  func call(at time: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) {
    loop.register(makeToken(), nil, .readable, time) { _ in
      action()
      return nil
    }
  }

  /// Ends a wait, if it is still under way.
  func cancel(_ token: Token) { loop.cancel(token) }

  /// Suspends the task until `descriptor` is ready, `deadline` passes or the task is cancelled.
  /// At most one task may wait for a descriptor at a time.
  /// - Parameter ignoringCancellation: for the few answers that must be heard whatever the caller wants by now.
  func wait(
    for descriptor: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant?,
    ignoringCancellation: Bool = false
  ) async -> Outcome {
    await wait(ignoringCancellation: ignoringCancellation) { token, resume in
      watch(descriptor, interest, until: deadline, token: token) { outcome in
        resume(outcome)
        return nil
      }
    }
  }

  /// Suspends the task until what `start` began resumes it. A cancelled task cancels the wait of that token.
  func wait<Result: Sendable>(
    ignoringCancellation: Bool, _ start: (Token, _ resume: @escaping @Sendable (Result) -> Void) -> Void
  ) async -> Result {
    let token = makeToken()
    if ignoringCancellation {
      return await withCheckedContinuation { continuation in
        start(token) { continuation.resume(returning: $0) }
      }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(token) { continuation.resume(returning: $0) }
        // A cancellation before that found nothing to cancel.
        if Task.isCancelled { cancel(token) }
      }
    } onCancel: {
      cancel(token)
    }
  }
}
