internal import CLibpq
import Glibc
import Synchronization

/// A descriptor that the reactor watches, and the wait for it that is under way, if any.
///
/// The kernel is told of the descriptor by the first wait, and goes on to report it: where the handlers read all that
/// there is, a wait that follows another takes no system call. A report that arrives without a wait makes the kernel
/// forget the descriptor until the next wait, so that the reactor's thread does not spin.
///
/// The watch has a descriptor of its own for what it watches: libpq closes its socket when it finds the connection lost,
/// and the number may be another's at once.
///
/// Each watch has a lock of its own. Threads slept on a single lock for all of them with the system call inside.
final class DescriptorWatch: Sendable {
  private struct Wait {
    var token: Reactor.Token
    var deadline: ReactorTime?
    var handler: Reactor.Handler
  }

  private struct State {
    /// The wait under way. While the handler of one is called, either that one still or the next.
    var wait: Wait?
    /// The wait whose handler the reactor's thread is calling, as the descriptor is ready. It cannot be taken from there:
    /// who cancels it only says so.
    var running: Reactor.Token?
    var isRunningCancelled = false
    /// The interest that the kernel reports; nil where it does not know the descriptor.
    var armed: Reactor.Interest?
  }

  /// The name of the watch in the kernel's reports.
  let id: UInt64
  private let descriptor: Int32
  private let loop: ReactorLoop
  private let state = Mutex(State())

  /// Nil if there is no such descriptor, or none is left for the watch.
  init?(_ descriptor: Int32, id: UInt64, _ loop: ReactorLoop) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if self.descriptor < 0 { return nil }
    self.id = id
    self.loop = loop
  }

  deinit { Glibc.close(descriptor) }

  func makeToken() -> Reactor.Token { loop.makeID() }

  /// Calls `handler` when the descriptor is ready, `deadline` passes or `cancel(token)` is called, whichever comes first.
  /// At most one wait may be under way at a time; the next may begin in the handler of the one before it, or elsewhere
  /// once that handler has let it.
  func begin(
    _ token: Reactor.Token, _ interest: Reactor.Interest, until deadline: ContinuousClock.Instant?,
    handler: @escaping Reactor.Handler
  ) {
    let deadline = deadline.map { loop.time(of: $0) }
    // The one before is let go of outside of the lock: with its handler may go what closes this watch.
    let (isArmed, former) = state.withLock { state -> (Bool, Wait?) in
      assert(state.wait == nil || state.wait?.token == state.running, "two waits for one descriptor")
      guard arm(interest, &state) else { return (false, nil) }
      let former = state.wait
      state.wait = Wait(token: token, deadline: deadline, handler: handler)
      return (true, former)
    }
    withExtendedLifetime(former) {}
    guard isArmed else {
      _ = handler(.refused)
      return
    }
    if let deadline { loop.wake(by: deadline) }
  }

  /// Ends the wait of that token, if it is still under way.
  func cancel(_ token: Reactor.Token) {
    let wait = state.withLock { state -> Wait? in
      if state.running == token {
        state.isRunningCancelled = true
        return nil
      }
      guard state.wait?.token == token else { return nil }
      return state.wait.take()
    }
    _ = wait?.handler(.cancelled)
  }

  /// Ends the watch. To be called once, when no task waits or will wait: until then the loop holds the watch.
  func close() {
    state.withLock { disarm(&$0) }
    loop.forget(self)
  }

  // MARK: On the reactor's thread

  /// Calls the handler of the wait, as the descriptor is ready.
  func serve() {
    let wait = state.withLock { state -> Wait? in
      guard let wait = state.wait else {
        disarm(&state)
        return nil
      }
      state.running = wait.token
      state.isRunningCancelled = false
      return wait
    }
    guard let wait else { return }
    let interest = wait.handler(.ready)
    let end = state.withLock { state -> Reactor.Outcome? in
      state.running = nil
      // The next one may have begun.
      guard state.wait?.token == wait.token else { return nil }
      if let interest, !state.isRunningCancelled, arm(interest, &state) { return nil }
      state.wait = nil
      if interest == nil { return nil }
      return state.isRunningCancelled ? .cancelled : .refused
    }
    if let end { _ = wait.handler(end) }
  }

  /// Ends the wait if its time has come.
  /// - Returns: the deadline of a wait that goes on.
  func expire(_ now: ReactorTime) -> ReactorTime? {
    let (expired, left) = state.withLock { state -> (Wait?, ReactorTime?) in
      guard let deadline = state.wait?.deadline else { return (nil, nil) }
      return deadline <= now ? (state.wait.take(), nil) : (nil, deadline)
    }
    _ = expired?.handler(.timedOut)
    return left
  }

  // MARK: The kernel, with the lock held

  private func arm(_ interest: Reactor.Interest, _ state: inout State) -> Bool {
    if state.armed == interest { return true }
    var events: UInt32 = 0
    if interest.contains(.readable) { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.writable) { events |= EPOLLOUT.rawValue }
    guard loop.control(state.armed == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, events, id) else { return false }
    state.armed = interest
    return true
  }

  /// Removed, not only silenced: what a peer hung up is reported whether or not one asks for it.
  private func disarm(_ state: inout State) {
    if state.armed == nil { return }
    _ = loop.control(EPOLL_CTL_DEL, descriptor, 0, id)
    state.armed = nil
  }
}
