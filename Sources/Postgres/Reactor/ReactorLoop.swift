internal import CLibpq
import Glibc
import Synchronization

/// The loop of the reactor's thread: epoll, the watches, and the next deadline.
///
/// The watches and timers are behind one lock, which is held only to look one up, and to add or remove one. The
/// beginning of a wait takes its watch's own lock alone.
final class ReactorLoop: Sendable {
  private struct Timer {
    var time: ReactorTime
    var action: @Sendable () -> Void
  }

  private struct State {
    var watches: [UInt64: DescriptorWatch] = [:]
    var timers: [Timer] = []
  }

  /// The id of the eventfd in reports; watches and tokens count from 1.
  private static let wakeupID: UInt64 = 0

  private let start = ContinuousClock.now
  private let epoll: Int32
  private let wakeup: EventDescriptor
  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(wakeupID)
  private let isStopped = Atomic(false)
  /// The thread, once it runs; 0 before.
  private let thread = Atomic<UInt>(0)
  /// No deadline is earlier, but for those that `expire` is about to find, or `wake(by:)` to lower this to. It may belong
  /// to a wait that is over: then the thread wakes for nothing and looks for the true one, which is cheaper than keeping
  /// the deadlines in order for every wait.
  private let wakesAt = Atomic(ReactorTime.never.nanoseconds)

  /// Nil if the process has no descriptor left.
  init?() {
    guard let wakeup = EventDescriptor() else { return nil }
    self.wakeup = wakeup
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0, control(EPOLL_CTL_ADD, wakeup.descriptor, EPOLLIN.rawValue, Self.wakeupID) else { return nil }
  }

  deinit {
    if epoll >= 0 { Glibc.close(epoll) }
  }

  /// Never the same twice.
  func makeID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  func time(of instant: ContinuousClock.Instant) -> ReactorTime { ReactorTime(start.duration(to: instant)) }

  // MARK: Watches

  func watch(_ descriptor: Int32) -> DescriptorWatch? {
    guard let watch = DescriptorWatch(descriptor, id: makeID(), self) else { return nil }
    state.withLock { $0.watches[watch.id] = watch }
    return watch
  }

  func forget(_ watch: DescriptorWatch) { _ = state.withLock { $0.watches.removeValue(forKey: watch.id) } }

  func cancel(_ token: Reactor.Token) { for watch in watches { watch.cancel(token) } }

  func call(at time: ReactorTime, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.timers.append(Timer(time: time, action: action)) }
    wake(by: time)
  }

  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    wakeup.signal()
  }

  private var watches: [DescriptorWatch] { state.withLock { Array($0.watches.values) } }

  // MARK: The kernel

  /// Tells the kernel what to report of a descriptor, and by which name.
  func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ id: UInt64) -> Bool {
    var event = epoll_event(events: events, data: epoll_data_t(u64: id))
    return epoll_ctl(epoll, operation, descriptor, &event) == 0
  }

  // MARK: The thread

  /// Has the thread look at deadlines once `time` has come. The loop already knows the owner of that deadline.
  func wake(by time: ReactorTime) {
    var earliest = wakesAt.load(ordering: .sequentiallyConsistent)
    while time.nanoseconds < earliest {
      let (isDone, found) = wakesAt.compareExchange(
        expected: earliest, desired: time.nanoseconds, ordering: .sequentiallyConsistent)
      if !isDone {
        earliest = found
        continue
      }
      // The thread itself looks at the deadline before it waits again.
      if thread.load(ordering: .relaxed) != pthread_self() { wakeup.signal() }
      return
    }
  }

  /// The body of the thread.
  func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      let wakesAt = ReactorTime(nanoseconds: wakesAt.load(ordering: .sequentiallyConsistent))
      let count = epoll_wait(epoll, &events, Int32(events.count), wakesAt.milliseconds(from: now))
      for event in events[..<max(0, Int(count))] {
        if event.data.u64 == Self.wakeupID {
          wakeup.clear()
        } else {
          // None where it was closed while its event was on the way.
          state.withLock { $0.watches[event.data.u64] }?.serve()
        }
      }
      if wakesAt <= now { expire() }
    }
  }

  private var now: ReactorTime { time(of: .now) }

  private func expire() {
    // Before all is looked at: a task with a deadline from here on wakes the loop once more.
    wakesAt.store(ReactorTime.never.nanoseconds, ordering: .sequentiallyConsistent)
    let now = now
    let due = state.withLock { state in
      let due = state.timers.filter { $0.time <= now }
      state.timers.removeAll { $0.time <= now }
      return due
    }
    for timer in due { timer.action() }
    for watch in watches { if let deadline = watch.expire(now) { wake(by: deadline) } }
    for timer in state.withLock({ $0.timers }) { wake(by: timer.time) }
  }
}
