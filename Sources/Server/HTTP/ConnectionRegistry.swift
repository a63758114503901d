import Gateway
import NIOCore
import Synchronization

/// The open connections, by network. It bounds them, so that the server never stops accepting: where there is no room for another,
/// the network with the most connections gives one up, or the newcomer is a guest, which may ask for the health of the server alone.
final class ConnectionRegistry: Sendable {
  private enum Place {
    case member(ClientNetwork?)
    case guest
    /// It was asked to end, and counts no more.
    case leaving(ClientNetwork?)
  }

  private struct State {
    var networks: [ClientNetwork?: [ObjectIdentifier: OpenConnection]] = [:]
    var guests: [ObjectIdentifier: OpenConnection] = [:]
    var places: [ObjectIdentifier: Place] = [:]
    /// Members.
    var count = 0
    var evictions = 0
  }

  /// A network with more connections than a household or an office has at work gives up even one that the server works for.
  private static let most = 16

  private let maximum: Int
  private let slack: Int
  private let maximumPerNetwork: Int
  private let maximumGuests: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - maximum: the number of connections that are open before one has to leave for the next.
  ///   - slack: how many more there may be where none can leave.
  ///   - maximumPerNetwork: how many of them one network may have.
  ///   - maximumGuests: the number of connections beyond these limits, which may ask for the health of the server alone.
  init(maximum: Int, slack: Int = 0, maximumPerNetwork: Int, maximumGuests: Int = 8) {
    self.maximum = maximum
    self.slack = slack
    self.maximumPerNetwork = maximumPerNetwork
    self.maximumGuests = max(1, maximumGuests)
  }

  convenience init(limits: RequestHandler.Limits) {
    self.init(
      maximum: limits.connections, slack: limits.connectionSlack, maximumPerNetwork: limits.connectionsPerNetwork,
      maximumGuests: limits.guests)
  }

  /// The number of open connections, guests included.
  var count: Int { state.withLock { $0.places.count } }
  /// The number of connections that had to leave since the start.
  var evictions: Int { state.withLock { $0.evictions } }

  /// Adds a connection, which waits for its client from now on. Where there are too many, one leaves: of the network with the most,
  /// the one that has waited longest for its client; else the longest whose client takes its answer slowly; else the stream that
  /// was idle longest; else, of a network with many, the longest that is answered.
  /// - Parameters:
  ///   - network: nil for one whose network is not known.
  ///   - end: ends the connection, which did that when it was chosen, or calls `stay`. Called from any thread.
  func open(
    by network: ClientNetwork?, now: NIODeadline = .now(), end: @escaping @Sendable (OpenConnection.Activity) -> Void
  ) -> OpenConnection {
    let connection = OpenConnection(since: now, end: end)
    let evicted = state.withLock { state -> [OpenConnection] in
      let count = state.networks[network]?.count ?? 0
      if network != nil, count >= maximumPerNetwork { return admitGuest(connection, &state) }
      var evicted: [OpenConnection] = []
      while state.count >= maximum, let victim = Self.victim(in: state, for: network, having: count) {
        evict(victim, &state)
        evicted.append(victim)
      }
      if state.count >= maximum + slack { return evicted + admitGuest(connection, &state) }
      admit(connection, of: network, &state)
      return evicted
    }
    for connection in evicted { connection.leave() }
    return connection
  }

  /// Moves a connection to the network that a proxy names as its client's.
  func move(_ connection: OpenConnection, to network: ClientNetwork?) {
    state.withLock { state in
      let id = ObjectIdentifier(connection)
      guard case .member(let known) = state.places[id], known != network else { return }
      remove(id, of: known, &state)
      admit(connection, of: network, &state)
    }
  }

  /// Takes back a connection that was to leave, and has got something to do in the meantime.
  func stay(_ connection: OpenConnection) {
    state.withLock { state in
      guard case .leaving(let network) = state.places[ObjectIdentifier(connection)] else { return }
      admit(connection, of: network, &state)
    }
  }

  func close(_ connection: OpenConnection) {
    state.withLock { state in
      let id = ObjectIdentifier(connection)
      switch state.places.removeValue(forKey: id) {
      case .member(let network): remove(id, of: network, &state)
      case .guest: state.guests[id] = nil
      case .leaving, nil: break
      }
    }
  }

  /// Whether the connection may ask for the health of the server alone.
  func isGuest(_ connection: OpenConnection) -> Bool {
    state.withLock { if case .guest = $0.places[ObjectIdentifier(connection)] { true } else { false } }
  }

  private func admit(_ connection: OpenConnection, of network: ClientNetwork?, _ state: inout State) {
    let id = ObjectIdentifier(connection)
    state.networks[network, default: [:]][id] = connection
    state.places[id] = .member(network)
    state.count += 1
  }

  /// - Returns: the guest that leaves for it.
  private func admitGuest(_ connection: OpenConnection, _ state: inout State) -> [OpenConnection] {
    var evicted: [OpenConnection] = []
    if state.guests.count >= maximumGuests, let (id, oldest) = state.guests.min(by: { $0.value.order < $1.value.order }) {
      state.guests[id] = nil
      state.places[id] = .leaving(nil)
      state.evictions += 1
      evicted.append(oldest)
    }
    let id = ObjectIdentifier(connection)
    state.guests[id] = connection
    state.places[id] = .guest
    return evicted
  }

  private func evict(_ victim: OpenConnection, _ state: inout State) {
    let id = ObjectIdentifier(victim)
    guard case .member(let network) = state.places[id] else { return }
    remove(id, of: network, &state)
    state.places[id] = .leaving(network)
    state.evictions += 1
  }

  private func remove(_ id: ObjectIdentifier, of network: ClientNetwork?, _ state: inout State) {
    guard state.networks[network]?.removeValue(forKey: id) != nil else { return }
    state.count -= 1
    if state.networks[network]?.isEmpty == true { state.networks[network] = nil }
  }

  /// - Parameter count: the connections that the newcomer's network has.
  private static func victim(in state: State, for network: ClientNetwork?, having count: Int) -> OpenConnection? {
    if let heaviest = state.networks.values.max(by: { $0.count < $1.count }), heaviest.count >= count + 2,
      let first = heaviest.values.min(by: { $0.order < $1.order }),
      first.activity != .working || heaviest.count > most
    {
      return first
    }
    // Among networks with as many, only a connection that waits for its client leaves.
    var longest: (connection: OpenConnection, count: Int)?
    for connections in state.networks.values where connections.count >= max(count, longest?.count ?? 0) {
      guard let first = connections.values.min(by: { $0.order < $1.order }), first.activity == .waiting else { continue }
      if let longest, longest.count == connections.count, longest.connection.order < first.order { continue }
      longest = (first, connections.count)
    }
    return longest?.connection
  }
}
