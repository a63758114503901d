internal import CLibpq
import Glibc
import Synchronization

/// A descriptor that the reactor watches, and the wait for it that is under way, if any.
///
/// The kernel is told of the descriptor by the first wait, and goes on to report it: a wait that follows another takes no
/// system call. What is reported while nobody waits makes the kernel forget the descriptor, so that the reactor's thread does
/// not spin, and whoever waits next looks at it at once: an answer may be faster than who asked.
///
/// The watch has a descriptor of its own for what it watches: libpq closes its socket when it finds the connection lost,
/// and the number may be another's at once.
///
/// Each watch has a lock of its own. One lock for all of them, with the system call inside, was what threads slept for.
final class DescriptorWatch: Sendable {
  private struct Wait {
    var token: Reactor.Token
    var deadline: ReactorTime?
    var handler: Reactor.Handler
  }

  /// When the handler of a wait that begins is called first.
  private enum Start {
    case atOnce, later, never
  }

  private struct State {
    var wait: Wait?
    /// The wait whose handler is being called. Others may only ask for its end.
    var running: Reactor.Token?
    var endOfRunning: Reactor.Outcome?
    /// Whether the descriptor was ready while nobody waited.
    var wasMissed = false
    /// What the kernel reports.
    var armed: Reactor.Interest?
  }

  /// What the kernel's reports name it by.
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

  func makeToken() -> Reactor.Token { loop.makeID() }

  /// Calls `handler` when the descriptor is ready, `deadline` passes or `cancel(token)` is called, whichever comes first.
  /// At most one wait may be under way at a time; the next may begin in the handler of the one before it.
  func begin(
    _ token: Reactor.Token, _ interest: Reactor.Interest, until deadline: ContinuousClock.Instant?,
    handler: @escaping Reactor.Handler
  ) {
    let wait = Wait(token: token, deadline: deadline.map { loop.time(of: $0) }, handler: handler)
    // What was there before is let go of outside of the lock: with it may go what closes this watch.
    let (start, former) = state.withLock { state -> (Start, Wait?) in
      let former = state.wait
      if state.wasMissed {
        state.wasMissed = false
        state.wait = wait
        state.running = token
        state.endOfRunning = nil
        return (.atOnce, former)
      }
      guard arm(interest, &state) else { return (.never, nil) }
      state.wait = wait
      return (.later, former)
    }
    withExtendedLifetime(former) {}
    switch start {
    case .atOnce: call(wait)
    case .never: _ = handler(.refused)
    case .later: break
    }
    if start != .never, let deadline = wait.deadline { loop.wake(by: deadline) }
  }

  /// Ends the wait of that token, if it is still under way.
  func cancel(_ token: Reactor.Token) {
    let wait = state.withLock { state -> Wait? in
      if state.running == token {
        state.endOfRunning = .cancelled
        return nil
      }
      guard state.wait?.token == token else { return nil }
      return state.wait.take()
    }
    _ = wait?.handler(.cancelled)
  }

  /// Ends the watch. To be called once, when nobody waits and nobody will: until then the loop holds the watch.
  func close() {
    state.withLock { disarm(&$0) }
    loop.forget(self)
  }

  deinit { Glibc.close(descriptor) }

  // MARK: On the reactor's thread

  /// Calls the handler of the wait, as the descriptor is ready.
  func serve() {
    let wait = state.withLock { state -> Wait? in
      // It reads already: if that leaves something, it is reported again.
      if state.running != nil { return nil }
      guard let wait = state.wait else {
        state.wasMissed = true
        disarm(&state)
        return nil
      }
      state.running = wait.token
      state.endOfRunning = nil
      return wait
    }
    if let wait { call(wait) }
  }

  /// Calls the handler of the wait that was marked as running.
  private func call(_ wait: Wait) {
    let interest = wait.handler(.ready)
    let end = state.withLock { state -> Reactor.Outcome? in
      // The handler may have begun the next one.
      guard state.wait?.token == wait.token else {
        if state.running == wait.token { state.running = nil }
        return nil
      }
      state.running = nil
      if let interest, state.endOfRunning == nil, arm(interest, &state) { return nil }
      state.wait = nil
      return interest == nil ? nil : state.endOfRunning ?? .refused
    }
    if let end { _ = wait.handler(end) }
  }

  /// Ends the wait if its time has come.
  /// - Returns: the deadline of a wait that goes on.
  func expire(_ now: ReactorTime) -> ReactorTime? {
    let (expired, left) = state.withLock { state -> (Wait?, ReactorTime?) in
      guard let wait = state.wait, let deadline = wait.deadline else { return (nil, nil) }
      if deadline > now { return (nil, deadline) }
      if state.running == wait.token {
        state.endOfRunning = .timedOut
        return (nil, nil)
      }
      return (state.wait.take(), nil)
    }
    _ = expired?.handler(.timedOut)
    return left
  }

  // MARK: The kernel

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
