internal import CLibpq
import Glibc
import Synchronization

/// What the reactor's thread runs: epoll, the waits under way, and the next deadline.
///
/// A descriptor stays registered in the kernel and is armed for one event by each wait, under a fresh token;
/// an event whose token nobody waits for any more is dropped. Closing a descriptor removes it.
final class ReactorLoop: Sendable {
  private struct Wait {
    /// Nil to wait for the deadline alone.
    var descriptor: Int32?
    var deadline: ContinuousClock.Instant?
    var handler: Reactor.Handler
  }

  private struct State {
    var waits: [Reactor.Token: Wait] = [:]
    /// The wait whose handler the thread is calling. It stays in `waits`; others may only ask for its end.
    var running: Reactor.Token?
    var isRunningCancelled = false
    /// The thread, once it runs.
    var thread: pthread_t?
    /// No deadline of a wait is earlier. It may belong to a wait that is over: then the thread wakes for
    /// nothing and looks for the true one, which is cheaper than keeping the deadlines in order for every
    /// wait.
    var wakesAt: ContinuousClock.Instant?
    var isStopped = false
  }

  /// The token of the eventfd; waits count from 1.
  private static let wakeupToken: UInt64 = 0

  private let epoll: Int32
  private let wakeup: EventDescriptor
  private let state = Mutex(State())
  private let lastToken = Atomic<UInt64>(wakeupToken)

  /// Nil if the process has no descriptor left.
  init?() {
    guard let wakeup = EventDescriptor() else { return nil }
    self.wakeup = wakeup
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { return nil }
    var event = epoll_event(
      events: EPOLLIN.rawValue, data: epoll_data_t(u64: Self.wakeupToken))
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup.descriptor, &event) == 0 else { return nil }
  }

  deinit {
    if epoll >= 0 { Glibc.close(epoll) }
  }

  func makeToken() -> Reactor.Token { lastToken.wrappingAdd(1, ordering: .relaxed).newValue }

  func register(
    _ token: Reactor.Token, _ descriptor: Int32?, _ interest: Reactor.Interest,
    _ deadline: ContinuousClock.Instant?, _ handler: @escaping Reactor.Handler
  ) {
    // Armed under the lock: an end that comes in between would let the descriptor's next wait be armed over.
    let (isArmed, mustWake) = state.withLock { state in
      guard arm(descriptor, interest, token) else { return (false, false) }
      state.waits[token] = Wait(descriptor: descriptor, deadline: deadline, handler: handler)
      guard let deadline else { return (true, false) }
      if let wakesAt = state.wakesAt, wakesAt <= deadline { return (true, false) }
      state.wakesAt = deadline
      // The thread itself looks at the deadline before it waits again.
      return (true, state.thread.map { pthread_equal($0, pthread_self()) == 0 } ?? true)
    }
    if !isArmed { _ = handler(.refused) }
    if mustWake { wakeup.signal() }
  }

  func cancel(_ token: Reactor.Token) { finish(token, .cancelled) }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }

  private func arm(_ descriptor: Int32?, _ interest: Reactor.Interest, _ token: UInt64) -> Bool {
    guard let descriptor else { return true }
    var events = EPOLLONESHOT.rawValue
    if interest.contains(.readable) { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.writable) { events |= EPOLLOUT.rawValue }
    var event = epoll_event(events: events, data: epoll_data_t(u64: token))
    if epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0 { return true }
    return errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  private func finish(_ token: Reactor.Token, _ outcome: Reactor.Outcome) {
    let handler = state.withLock { state -> Reactor.Handler? in
      if state.running == token {
        state.isRunningCancelled = true
        return nil
      }
      return state.waits.removeValue(forKey: token)?.handler
    }
    _ = handler?(outcome)
  }

  /// The body of the thread.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    state.withLock { $0.thread = pthread_self() }
    while true {
      let (isStopped, wakesAt) = state.withLock { ($0.isStopped, $0.wakesAt) }
      if isStopped { return }
      let count = epoll_wait(epoll, &events, Int32(events.count), Self.milliseconds(until: wakesAt))
      for event in events[..<max(0, Int(count))] {
        if event.data.u64 == Self.wakeupToken { wakeup.clear() } else { serve(event.data.u64) }
      }
      if let wakesAt, wakesAt <= .now { expire() }
    }
  }

  /// Calls the handler of a wait whose descriptor is ready.
  private func serve(_ token: Reactor.Token) {
    let wait = state.withLock { state -> Wait? in
      guard let wait = state.waits[token] else { return nil }
      state.running = token
      state.isRunningCancelled = false
      return wait
    }
    guard let wait else { return }
    let interest = wait.handler(.ready)
    let end = state.withLock { state -> Reactor.Outcome? in
      state.running = nil
      if let interest {
        if !state.isRunningCancelled, arm(wait.descriptor, interest, token) { return nil }
        state.waits[token] = nil
        return state.isRunningCancelled ? .cancelled : .refused
      }
      state.waits[token] = nil
      return nil
    }
    if let end { _ = wait.handler(end) }
  }

  private func expire() {
    let now = ContinuousClock.now
    let expired = state.withLock { state in
      var expired: [Reactor.Handler] = []
      var earliest: ContinuousClock.Instant?
      for (token, wait) in state.waits {
        guard let deadline = wait.deadline else { continue }
        if deadline <= now {
          expired.append(wait.handler)
          state.waits[token] = nil
        } else if earliest.map({ deadline < $0 }) ?? true {
          earliest = deadline
        }
      }
      state.wakesAt = earliest
      return expired
    }
    for handler in expired { _ = handler(.timedOut) }
  }

  /// Rounded up, so that the thread does not wake just before the deadline and spin; -1 for no deadline.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    if left <= .zero { return 0 }
    let (seconds, attoseconds) = left.components
    if seconds >= 86_400 { return 86_400_000 }
    return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
