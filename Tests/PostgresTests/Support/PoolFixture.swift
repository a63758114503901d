import SQL

@testable import Postgres

/// A pool's state for tests: connections and requests have names, and tickets are kept.
struct PoolFixture {
  typealias State = PoolState<String, Int>
  typealias Instant = ContinuousClock.Instant

  private(set) var state: State
  private var tickets: [String: LeaseTicket] = [:]
  /// The latest time that was named.
  private var now: Instant

  var statistics: PoolStatistics { state.statistics }

  /// - Parameter fair: nil so that nobody is throttled and no request is long.
  init(
    size: Int, preferredSize: Int? = nil, maxWaiters: Int = 1000, maxExpectedWait: Duration? = nil,
    fair: FairLimits? = nil, at start: Instant
  ) {
    var limits = fair ?? FairLimits()
    if fair == nil {
      limits.refill = nil
      limits.longTime = .seconds(1000)
    }
    state = State(
      limits: PoolLimits(
        size: size, preferredSize: preferredSize ?? size, patience: .milliseconds(10), maxWaiters: maxWaiters,
        acquisitionTimeout: .seconds(2), maxExpectedWait: maxExpectedWait, fair: limits))
    now = start
  }

  /// The load of a key of a number, with a plan that is known to be quick.
  static func load(
    _ key: Int, _ times: RunningTimes? = .known(1), isHeavy: Bool = false, isLight: Bool = false
  ) -> Load {
    Load(
      LoadKey(LoadKey.Kind(rawValue: 1)!, high: 0, low: UInt64(bitPattern: Int64(key))), times: times, isHeavy: isHeavy,
      isLight: isLight)
  }

  /// - Returns: nil where the request must wait, or is refused.
  mutating func lease(for use: LeaseUse = .once, _ load: Load = load(-1), now time: Instant? = nil) -> String? {
    now = time ?? now
    guard case .connection(let connection, let ticket) = state.lease(for: use, load, now: now) else { return nil }
    tickets[connection] = ticket
    return connection
  }

  /// - Parameter load: the load; nil for that of a key of the request's own.
  mutating func wait(
    _ waiter: Int, for use: LeaseUse = .once, id: UInt64? = nil, _ load: Load? = nil, now time: Instant
  ) -> [State.Action] {
    noted(at: time) {
      $0.wait(waiter, for: use, load ?? Self.load(waiter), id: id ?? UInt64(bitPattern: Int64(waiter)), now: time)
    }
  }

  mutating func release(
    _ connection: String, isFit: Bool = true, as end: LeaseEnd = .complete, now time: Instant
  ) -> [State.Action] {
    let ticket = tickets.removeValue(forKey: connection)!
    return noted(at: time) { $0.release(connection, ticket, isFit: isFit, as: end, now: time) }
  }

  mutating func connected(_ connection: String, now time: Instant) -> [State.Action] {
    noted(at: time) { $0.connected(connection, now: time) }
  }

  mutating func connectFailed(_ error: StatementError, now time: Instant) -> [State.Action] {
    noted(at: time) { $0.connectFailed(error, now: time) }
  }

  mutating func tick(now time: Instant) -> [State.Action] { noted(at: time) { $0.tick(now: time) } }

  mutating func cancel(id: UInt64, now time: Instant) -> [State.Action] {
    noted(at: time) { $0.cancel(id: id, now: time) }
  }

  mutating func shutDown() -> [State.Action] { noted(at: now) { $0.shutDown() } }

  /// Whether a request of a key is refused at once.
  mutating func sheds(_ key: Int = -1, at time: Instant) -> Bool { refusal(of: Self.load(key), at: time) != nil }

  mutating func refusal(of load: Load, at time: Instant) -> StatementError? {
    now = time
    return state.refusal(of: load.key, time)
  }

  /// Makes so many connections, and waits until they are idle: `c1`, `c2`, …
  mutating func connect(_ count: Int) {
    for number in 1...count {
      let actions = wait(-number, id: .max, .process, now: now)
      if !actions.contains(where: { if case .connect = $0 { true } else { false } }) {
        // One more than work at a time, as it has waited for a while.
        _ = tick(now: now + .milliseconds(10))
      }
      _ = connected("c\(number)", now: now)
    }
    for number in 1...count { _ = release("c\(number)", now: now) }
  }

  private mutating func noted(at time: Instant, _ change: (inout State) -> [State.Action]) -> [State.Action] {
    now = time
    let actions = change(&state)
    for case .hand(let connection, let ticket, _) in actions { tickets[connection] = ticket }
    return actions
  }

  /// Actions in words: `hand a to 1`, `refuse 1: poolTimeout`, `connect`, `connect in 50 ms`, `tick in 2000 ms`, …
  static func words(_ actions: [State.Action], since start: Instant) -> [String] {
    func milliseconds(_ time: Instant) -> Int64 { start.duration(to: time).wholeMilliseconds }
    return actions.map { action in
      switch action {
      case .hand(let connection, _, let waiter): "hand \(connection) to \(waiter)"
      case .refuse(let waiter, let error): "refuse \(waiter): \(error.reason)"
      case .connect(let time): time.map { "connect in \(milliseconds($0)) ms" } ?? "connect"
      case .close(let connection): "close \(connection)"
      case .tick(let time): "tick in \(milliseconds(time)) ms"
      case .drained: "drained"
      }
    }
  }
}

extension RunningTimes {
  /// Those of a plan that takes about so many milliseconds.
  static func known(_ milliseconds: Int) -> RunningTimes {
    let times = RunningTimes()
    for _ in 0..<60 { times.note(.milliseconds(milliseconds)) }
    return times
  }
}
