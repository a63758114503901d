import Gateway
import NIOCore
import Synchronization

/// The connections that are open, by the network that they come from: no network may have all that there may be, and when
/// there are too many, one of the network with the most ends.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [ClientNetwork?: [ObjectIdentifier: OpenConnection]] = [:]
    var count = 0
    var evictions = 0
  }

  private let maximum: Int
  private let maximumPerNetwork: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - maximum: how many connections are open before one has to leave for the next.
  ///   - maximumPerNetwork: how many of them one network may have.
  init(maximum: Int, maximumPerNetwork: Int) {
    self.maximum = maximum
    self.maximumPerNetwork = maximumPerNetwork
  }

  convenience init(limits: RequestHandler.Limits) {
    self.init(maximum: limits.connections, maximumPerNetwork: limits.connectionsPerNetwork)
  }

  var count: Int { state.withLock { $0.count } }
  /// How many connections had to leave since the start.
  var evictions: Int { state.withLock { $0.evictions } }

  /// Adds a connection, which waits for its client from now on. Where there are too many, the one ends that has waited
  /// longest for its client, of the network with the most connections.
  /// - Parameters:
  ///   - network: nil for one that has no address.
  ///   - end: ends the connection if it still waits. Called from any thread.
  /// - Returns: nil when the network has as many as it may have.
  func open(
    by network: ClientNetwork?, now: NIODeadline = .now(), end: @escaping @Sendable () -> Void
  ) -> OpenConnection? {
    let connection = OpenConnection(network: network, since: now, end: end)
    let (isOpen, evicted) = state.withLock { state -> (Bool, OpenConnection?) in
      let count = state.connections[network]?.count ?? 0
      if network != nil, count >= maximumPerNetwork { return (false, nil) }
      let evicted = state.count >= maximum ? Self.longestWaiting(in: state, atLeast: count) : nil
      if evicted != nil { state.evictions += 1 }
      state.connections[network, default: [:]][ObjectIdentifier(connection)] = connection
      state.count += 1
      return (true, evicted)
    }
    evicted?.leave()
    return isOpen ? connection : nil
  }

  func close(_ connection: OpenConnection) {
    state.withLock { state in
      guard state.connections[connection.network]?.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      state.count -= 1
      if state.connections[connection.network]?.isEmpty == true { state.connections[connection.network] = nil }
    }
  }

  /// Of the network with the most connections of those that have one that waits, and have as many as the newcomer's.
  private static func longestWaiting(in state: State, atLeast count: Int) -> OpenConnection? {
    for connections in state.connections.values.sorted(by: { $0.count > $1.count }) where connections.count >= count {
      let waiting = connections.values.filter { $0.waitingSince != nil }
      if let longest = waiting.min(by: { ($0.waitingSince ?? .max) < ($1.waitingSince ?? .max) }) { return longest }
    }
    return nil
  }
}

/// A connection as the registry knows it.
final class OpenConnection: Sendable {
  let network: ClientNetwork?
  private let end: @Sendable () -> Void
  /// In nanoseconds of the machine's uptime; `busy` while the server works for the connection, or it leaves.
  private let since: Atomic<UInt64>
  private static let busy = UInt64.max

  fileprivate init(network: ClientNetwork?, since: NIODeadline, end: @escaping @Sendable () -> Void) {
    self.network = network
    self.end = end
    self.since = Atomic(since.uptimeNanoseconds)
  }

  /// Since when the client is waited for; nil while it is not.
  var waitingSince: UInt64? {
    let since = since.load(ordering: .relaxed)
    return since == Self.busy ? nil : since
  }

  /// The client is waited for from now on.
  func wait(now: NIODeadline = .now()) { since.store(now.uptimeNanoseconds, ordering: .relaxed) }

  /// The server works for the client.
  func work() { since.store(Self.busy, ordering: .relaxed) }

  fileprivate func leave() {
    // So that the next that comes finds another one.
    work()
    end()
  }
}
