internal import CLibpq
import Glibc
import Synchronization

/// What the reactor's thread runs: epoll, the tasks that wait, and the next deadline.
///
/// A descriptor stays registered in the kernel and is armed for one event by each wait, under a fresh token;
/// an event whose token nobody waits for any more is dropped. Closing a descriptor removes it.
final class ReactorLoop: Sendable {
  private struct Waiter {
    var continuation: CheckedContinuation<Reactor.Outcome, Never>
    var deadline: ContinuousClock.Instant?
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    /// No deadline of a waiter is earlier. It may belong to a wait that is over: then the thread wakes for
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

  func makeToken() -> UInt64 { lastToken.wrappingAdd(1, ordering: .relaxed).newValue }

  func register(
    _ token: UInt64, _ descriptor: Int32, _ interest: Reactor.Interest, _ deadline: ContinuousClock.Instant?,
    _ continuation: CheckedContinuation<Reactor.Outcome, Never>
  ) {
    let isEarliest = state.withLock { state in
      state.waiters[token] = Waiter(continuation: continuation, deadline: deadline)
      guard let deadline else { return false }
      if let wakesAt = state.wakesAt, wakesAt <= deadline { return false }
      state.wakesAt = deadline
      return true
    }
    if !arm(descriptor, interest, token) { finish(token, .ready) }
    if isEarliest { wakeup.signal() }
  }

  func cancel(_ token: UInt64) { finish(token, .cancelled) }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }

  private func arm(_ descriptor: Int32, _ interest: Reactor.Interest, _ token: UInt64) -> Bool {
    var events = EPOLLONESHOT.rawValue
    if interest.contains(.readable) { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.writable) { events |= EPOLLOUT.rawValue }
    var event = epoll_event(events: events, data: epoll_data_t(u64: token))
    if epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0 { return true }
    return errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  private func finish(_ token: UInt64, _ outcome: Reactor.Outcome) {
    state.withLock { $0.waiters.removeValue(forKey: token) }?.continuation.resume(returning: outcome)
  }

  /// The body of the thread.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    var ready: [CheckedContinuation<Reactor.Outcome, Never>] = []
    while true {
      let (isStopped, wakesAt) = state.withLock { ($0.isStopped, $0.wakesAt) }
      if isStopped { return }
      let count = epoll_wait(epoll, &events, Int32(events.count), Self.milliseconds(until: wakesAt))
      if count > 0 {
        state.withLock { state in
          for event in events[..<Int(count)] {
            if let waiter = state.waiters.removeValue(forKey: event.data.u64) {
              ready.append(waiter.continuation)
            } else if event.data.u64 == Self.wakeupToken {
              wakeup.clear()
            }
          }
        }
        for continuation in ready { continuation.resume(returning: .ready) }
        ready.removeAll(keepingCapacity: true)
      }
      if let wakesAt, wakesAt <= .now { expire() }
    }
  }

  private func expire() {
    let now = ContinuousClock.now
    let expired = state.withLock { state in
      var expired: [CheckedContinuation<Reactor.Outcome, Never>] = []
      var earliest: ContinuousClock.Instant?
      for (token, waiter) in state.waiters {
        guard let deadline = waiter.deadline else { continue }
        if deadline <= now {
          expired.append(waiter.continuation)
          state.waiters[token] = nil
        } else if earliest.map({ deadline < $0 }) ?? true {
          earliest = deadline
        }
      }
      state.wakesAt = earliest
      return expired
    }
    for continuation in expired { continuation.resume(returning: .timedOut) }
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
