import Foundation
package import SQL

/// One thread that waits for sockets, so that no task has to, and reads what comes: a task is resumed once, when
/// all of its answer is there, and not for each piece of it.
package final class Reactor: Sendable {
  /// The events that a task waits for.
  struct Interest: OptionSet {
    let rawValue: UInt32
    static let readable = Interest(rawValue: 1)
    static let writable = Interest(rawValue: 2)
  }

  /// The outcome of a wait.
  enum Outcome: Sendable {
    /// The descriptor is readable or writable, or has failed. Now and then it is not: what was there was read by then.
    case ready
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// There is no such descriptor, or the kernel watches no more.
    case refused
  }

  /// Names a wait, so that it can be cancelled.
  typealias Token = UInt64

  /// Called with each outcome of a wait until it returns nil. After `.ready` it may return what to wait for next;
  /// any other outcome is the last.
  ///
  /// Never called twice at a time, on the reactor's thread or on that of `begin` or `cancel`; it must not block. Once it
  /// has let the next wait begin, whose handler may be called elsewhere from then on, it touches nothing that both share,
  /// and returns nil.
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

  func makeToken() -> Token { loop.makeID() }

  /// For a descriptor that is waited for again and again, such as a connection's socket. Must be closed in the end, and the
  /// reactor be kept until then.
  /// - Returns: nil if there is no such descriptor, or none is left for the watch.
  func watch(_ descriptor: Int32) -> DescriptorWatch? { loop.watch(descriptor) }

  /// Calls `action` once that time has come, on the reactor's thread, where it must not block.
  func call(at time: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) {
    loop.call(at: loop.time(of: time), action)
  }

  /// Ends the wait of that token, whatever it is for, if it is still under way.
  func cancel(_ token: Token) { loop.cancel(token) }
}
