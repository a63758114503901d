package import SQL
import Synchronization

/// Connections to one database for many tasks.
///
/// Decisions are `PoolState`'s; this carries them out. Whoever gives a connection back starts what waits for it,
/// there and then: a busy connection pauses no longer than the reactor takes to read one answer and to send the
/// next statements.
package final class ConnectionPool: Sendable {
  /// Called with a connection, or with why there is none. It must not block.
  typealias Waiter = @Sendable (Result<Connection, StatementError>) -> Void
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
          acquisitionTimeout: configuration.acquisitionTimeout, maxExpectedWait: configuration.maxExpectedWait)))
  }

  package var statistics: PoolStatistics {
    var statistics = state.withLock { $0.statistics }
    statistics.roundTrips = roundTrips.count
    return statistics
  }

  /// Whether a request that comes now had better be refused at once, before any work is done for it: it would have to
  /// wait for a connection for longer than the configuration says.
  package func sheds() -> Bool { state.withLock { $0.sheds(.now) } }

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
  func lease(for waiter: @escaping Waiter, _ use: State.Use, id: Reactor.Token) {
    while true {
      switch state.withLock({ $0.lease(for: use, now: .now) }) {
      case .connection(let connection):
        if connection.isAlive() { return waiter(.success(connection)) }
        release(connection, isFit: false)
      case .mustWait: return perform(state.withLock { $0.wait(waiter, for: use, id: id, now: .now) })
      case .refused(let error): return waiter(.failure(error))
      }
    }
  }

  /// - Throws: `.poolTimeout`, `.connection`, `.shutdown` or `.cancelled`.
  func lease() async throws(StatementError) -> Connection {
    let id = reactor.makeToken()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lease(for: { continuation.resume(returning: $0) }, .held, id: id)
        // A cancellation before that found nobody waiting.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }.get()
  }

  /// Ends the wait of whoever still waits under this id.
  func cancel(_ id: Reactor.Token) { perform(state.withLock { $0.cancel(id: id, now: .now) }) }

  /// For a connection that is known to be idle, or known to be lost.
  func release(_ connection: Connection, isFit: Bool) {
    perform(state.withLock { $0.release(connection, isFit: isFit, now: .now) })
  }

  /// Takes back a connection after a failure. One that is not idle is settled on a task of its own: the
  /// request does not have to wait for that.
  func takeBack(_ connection: Connection) {
    switch connection.condition {
    case .idle: release(connection, isFit: true)
    case .lost: release(connection, isFit: false)
    case .unsettled:
      Task { release(connection, isFit: await connection.settle()) }
    }
  }

  // MARK: Actions

  private func perform(_ actions: [State.Action]) {
    for action in actions {
      switch action {
      case .hand(let connection, let waiter): waiter(.success(connection))
      case .refuse(let waiter, let error): waiter(.failure(error))
      case .connect(let notBefore): Task { await connect(notBefore: notBefore) }
      // Nobody else holds it: with the last reference goes the connection.
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
