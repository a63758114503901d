package import SQL
import Synchronization

/// Connections to one database for many tasks.
///
/// Decisions are `PoolState`'s; this carries them out. The task that gives a connection back starts the request that
/// waits for it, there and then: a busy connection pauses no longer than the reactor takes to read one answer and to
/// send the next statements.
package final class ConnectionPool: Sendable {
  /// A connection, and what ends its lease.
  struct LeasedConnection {
    let connection: Connection
    let ticket: LeaseTicket
  }

  /// Called with a connection, or with why there is none. It must not block.
  typealias Waiter = @Sendable (Result<LeasedConnection, StatementError>) -> Void
  typealias State = PoolState<Connection, Waiter>

  package let configuration: PoolConfiguration
  let reactor: Reactor
  private let state: Mutex<State>
  private let roundTrips = RoundTripCounter()
  private let drained = AsyncStream.makeStream(of: Never.self)

  /// Connects to nothing yet.
  /// - Throws: `.connection` if the process may open no more descriptors.
  package init(_ configuration: PoolConfiguration) throws(StatementError) {
    self.configuration = configuration
    reactor = try Reactor()
    state = Mutex(
      State(
        limits: State.Limits(
          size: max(1, configuration.size),
          preferredSize: max(1, min(configuration.preferredSize ?? .max, configuration.size)),
          patience: configuration.patience, maxWaiters: configuration.maxWaiters,
          acquisitionTimeout: configuration.acquisitionTimeout, maxExpectedWait: configuration.maxExpectedWait,
          fair: configuration.fair)))
  }

  package var statistics: PoolStatistics {
    var statistics = state.withLock { $0.statistics }
    statistics.roundTrips = roundTrips.count
    return statistics
  }

  /// How many keys have no database time left.
  package var throttledKeys: Int { state.withLock { $0.throttledKeys(.now) } }

  /// The reason to refuse a request that comes now at once, before any work is done for it: it would have to wait for a
  /// connection for longer than the configuration says. Nil when it may come.
  /// - Returns: `.poolTimeout` or `.throttled`.
  package func refusal(of key: LoadKey) -> StatementError? { state.withLock { $0.refusal(of: key, .now) } }

  /// Refuses new requests, waits for those under way for as long as the configuration says, and closes all
  /// connections.
  package func shutdown() async {
    perform(state.withLock { $0.shutDown() })
    let timer = Task { [drained, timeout = configuration.shutdownTimeout] in
      try? await Task.sleep(for: timeout)
      drained.continuation.finish()
    }
    for await _ in drained.stream {}
    timer.cancel()
  }

  // MARK: Leases

  /// Gives a connection to `waiter`: at once if one is idle, or when its turn has come.
  /// - Parameter id: with which `cancel` finds it while it waits.
  func lease(for waiter: @escaping Waiter, _ use: State.Use, _ load: Load, id: Reactor.Token) {
    while true {
      switch state.withLock({ $0.lease(for: use, load, now: .now) }) {
      case .connection(let connection, let ticket):
        let lease = LeasedConnection(connection: connection, ticket: ticket)
        if connection.isAlive() { return waiter(.success(lease)) }
        release(lease, isFit: false, as: .incomplete)
      case .mustWait: return perform(state.withLock { $0.wait(waiter, for: use, load, id: id, now: .now) })
      case .refused(let error): return waiter(.failure(error))
      }
    }
  }

  /// - Throws: `.poolTimeout`, `.throttled`, `.connection`, `.shutdown` or `.cancelled`.
  func lease(_ load: Load) async throws(StatementError) -> LeasedConnection {
    let id = reactor.makeToken()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lease(for: { continuation.resume(returning: $0) }, .held, load, id: id)
        // A cancellation before that found no waiter.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }.get()
  }

  /// Ends the wait under this id, if one is left.
  func cancel(_ id: Reactor.Token) { perform(state.withLock { $0.cancel(id: id, now: .now) }) }

  /// For a connection that is known to be idle, or known to be lost.
  func release(_ lease: LeasedConnection, isFit: Bool, as end: LeaseEnd) {
    perform(state.withLock { $0.release(lease.connection, lease.ticket, isFit: isFit, as: end, now: .now) })
  }

  /// Takes back a connection, after a failure too. One that is not idle is settled on a task of its own: the
  /// request does not have to wait for that.
  func takeBack(_ lease: LeasedConnection, isComplete: Bool) {
    let connection = lease.connection
    switch connection.condition {
    case .idle: release(lease, isFit: true, as: isComplete ? .complete : .incomplete)
    case .lost: release(lease, isFit: false, as: LeaseEnd(isComplete: isComplete, on: connection))
    case .unsettled:
      Task {
        let isIdle = await connection.settle()
        release(lease, isFit: isIdle, as: LeaseEnd(isComplete: isComplete, on: connection))
      }
    }
  }

  // MARK: Actions

  private func perform(_ actions: [State.Action]) {
    for action in actions {
      switch action {
      case .hand(let connection, let ticket, let waiter):
        waiter(.success(LeasedConnection(connection: connection, ticket: ticket)))
      case .refuse(let waiter, let error): waiter(.failure(error))
      case .connect(let notBefore): Task { await connect(notBefore: notBefore) }
      // The pool holds the last reference: releasing it closes the connection.
      case .close: break
      case .tick(let time): reactor.call(at: time) { [weak self] in self?.tick() }
      case .drained: drained.continuation.finish()
      }
    }
  }

  private func tick() { perform(state.withLock { $0.tick(now: .now) }) }

  private func connect(notBefore: ContinuousClock.Instant?) async {
    if let notBefore { try? await Task.sleep(until: notBefore) }
    do throws(StatementError) {
      let connection = try await Connection.connect(
        configuration.connection, reactor: reactor, counter: roundTrips)
      perform(state.withLock { $0.connected(connection, now: .now) })
    } catch {
      perform(state.withLock { $0.connectFailed(error, now: .now) })
    }
  }
}
