import Gateway
import GraphQL
import NIOCore
import SQL
import Synchronization

/// Counts the streams that are open, by viewer, family and network, and refuses those over the limits. Each process counts for
/// itself.
///
/// Where all streams that there may be are open, or all of a network, one ends for the next: the one that was idle longest, of the
/// network with the most, or of the viewer with the most in the network, or else of the viewer with the most in all networks. It ends only
/// for a client with at least two fewer, so that two do not end each other's in turn.
final class StreamRegistry: Sendable {
  /// A refusal of one more stream.
  struct TooMany: Error {
    let error: GraphQLError
    /// In seconds.
    let retryAfter = 1
  }

  /// The parties that a stream counts for.
  struct Owner: Hashable, Sendable {
    /// The account; nil without a session.
    var viewer: UUIDValue?
    /// Nil without a family.
    var family: UUIDValue?
    /// Nil where it is not known.
    var network: ClientNetwork?
  }

  private struct State {
    var viewers: [UUIDValue: Int] = [:]
    var families: [UUIDValue: Int] = [:]
    var networks: [ClientNetwork?: [ObjectIdentifier: StreamPlace]] = [:]
    var count = 0
    var statistics = StreamStatistics()
  }

  let limits: StreamLimits
  private let state = Mutex(State())

  init(limits: StreamLimits = StreamLimits()) { self.limits = limits }

  /// The number of open streams.
  var count: Int { state.withLock { $0.count } }
  /// The number of viewers, families and networks that have one.
  var keyCount: Int {
    state.withLock { $0.viewers.count + $0.families.count + $0.networks.keys.count { $0 != nil } }
  }
  var statistics: StreamStatistics { state.withLock { $0.statistics } }

  /// Counts a stream until the last reference to its lease is released.
  func open(viewer: UUIDValue?, family: UUIDValue? = nil, network: ClientNetwork?) throws(TooMany) -> StreamLease {
    try open(Owner(viewer: viewer, family: family, network: network))
  }

  func open(_ owner: Owner) throws(TooMany) -> StreamLease {
    let place = StreamPlace(owner)
    let (exceeded, displaced) = state.withLock { state -> (ExceededLimit?, StreamPlace?) in
      if let viewer = owner.viewer, state.viewers[viewer, default: 0] >= limits.perViewer { return (.viewer, nil) }
      if let family = owner.family, state.families[family, default: 0] >= limits.perFamily { return (.family, nil) }
      var displaced: StreamPlace?
      if owner.network != nil, state.networks[owner.network]?.count ?? 0 >= limits.perNetwork {
        displaced = Self.victim(in: state.networks[owner.network] ?? [:], for: owner.viewer)
        if displaced == nil { return (.network, nil) }
      } else if state.count >= limits.total {
        displaced = Self.victim(in: state, for: owner)
        if displaced == nil { return (.server, nil) }
      }
      if let displaced { remove(displaced, from: &state) }
      add(place, to: &state)
      return (nil, displaced)
    }
    if let exceeded { throw TooMany(error: exceeded.error(limits)) }
    displaced?.displace()
    return StreamLease(place, registry: self)
  }

  private func add(_ place: StreamPlace, to state: inout State) {
    if let viewer = place.owner.viewer { state.viewers[viewer, default: 0] += 1 }
    if let family = place.owner.family { state.families[family, default: 0] += 1 }
    state.networks[place.owner.network, default: [:]][ObjectIdentifier(place)] = place
    state.count += 1
  }

  private func remove(_ place: StreamPlace, from state: inout State) {
    let network = place.owner.network
    guard state.networks[network]?.removeValue(forKey: ObjectIdentifier(place)) != nil else { return }
    if state.networks[network]?.isEmpty == true { state.networks[network] = nil }
    if let viewer = place.owner.viewer { Self.decrement(&state.viewers[viewer]) }
    if let family = place.owner.family { Self.decrement(&state.families[family]) }
    state.count -= 1
  }

  /// The stream that ends for a newcomer where all are taken.
  private static func victim(in state: State, for owner: Owner) -> StreamPlace? {
    let own = state.networks[owner.network] ?? [:]
    if let heaviest = state.networks.values.max(by: { $0.count < $1.count }), heaviest.count >= own.count + 2 {
      return longestIdle(of: heaviest.values)
    }
    return victim(in: own, for: owner.viewer) ?? victimOfViewers(in: state, for: owner.viewer)
  }

  /// The stream that ends where all networks have as many: of the account with the most, from whichever networks. An account that has
  /// many networks would keep the streams of all.
  private static func victimOfViewers(in state: State, for viewer: UUIDValue?) -> StreamPlace? {
    guard let heaviest = state.viewers.max(by: { $0.value < $1.value }),
      heaviest.value >= (viewer.flatMap { state.viewers[$0] } ?? 0) + 2
    else { return nil }
    return longestIdle(of: state.networks.values.flatMap { $0.values }.filter { $0.owner.viewer == heaviest.key })
  }

  /// The stream of a network that ends for another of the same network.
  private static func victim(in places: [ObjectIdentifier: StreamPlace], for viewer: UUIDValue?) -> StreamPlace? {
    let viewers = Dictionary(grouping: places.values, by: \.owner.viewer)
    guard let heaviest = viewers.values.max(by: { $0.count < $1.count }),
      heaviest.count >= (viewers[viewer]?.count ?? 0) + 2
    else { return nil }
    return longestIdle(of: heaviest)
  }

  private static func longestIdle(of places: some Sequence<StreamPlace>) -> StreamPlace? {
    places.lazy.filter(\.isRunning).min { $0.lastEvent < $1.lastEvent }
  }

  fileprivate func close(_ place: StreamPlace) { state.withLock { remove(place, from: &$0) } }

  fileprivate func note(_ change: (inout StreamStatistics) -> Void) { state.withLock { change(&$0.statistics) } }

  private static func decrement(_ count: inout Int?) { count = count.flatMap { $0 > 1 ? $0 - 1 : nil } }

  /// The last event of a stream whose place another has.
  static func displacement(_ limits: StreamLimits) -> GraphQLError {
    var error = GraphQLError.limitExceeded(
      """
      The server has as many streams open as it may have, and your network or account has the most of them: this one, on which \
      nothing happened for longest, has ended for another client.
      """, limit: "streams", maximum: limits.total)
    error.extensions.append(.init("retryAfter", .number("30")))
    return error
  }
}

/// A stream as the registry counts it.
private final class StreamPlace: Sendable {
  let owner: StreamRegistry.Owner
  private struct State {
    var displace: (@Sendable () -> Void)?
    var lastEvent = NIODeadline.now()
  }
  private let state = Mutex(State())

  init(_ owner: StreamRegistry.Owner) { self.owner = owner }

  /// Whether the stream has begun: before, nothing can end it.
  var isRunning: Bool { state.withLock { $0.displace != nil } }
  var lastEvent: NIODeadline { state.withLock { $0.lastEvent } }

  func begin(displace: @escaping @Sendable () -> Void) { state.withLock { $0.displace = displace } }
  func note() { state.withLock { $0.lastEvent = .now() } }
  func end() { state.withLock { $0.displace = nil } }
  func displace() { state.withLock { $0.displace }?() }
}

/// A stream's place in a `StreamRegistry`. Releasing the last reference frees the place.
final class StreamLease: Sendable {
  private let place: StreamPlace
  private let registry: StreamRegistry

  fileprivate init(_ place: StreamPlace, registry: StreamRegistry) {
    self.place = place
    self.registry = registry
  }

  deinit { registry.close(place) }

  /// The last event of the stream, where its place is given to another.
  var displacement: GraphQLError { StreamRegistry.displacement(registry.limits) }

  /// Counts a stream that begins. `end` follows.
  /// - Parameter displace: ends the stream. Called from any thread, once the place is another's.
  func begin(_ transport: StreamTransport, displace: @escaping @Sendable () -> Void) {
    place.begin(displace: displace)
    registry.note { $0.begin(transport) }
  }

  /// Counts an event with data.
  func send() {
    place.note()
    registry.note { $0.send() }
  }

  func end(_ transport: StreamTransport, _ end: StreamEnd) {
    place.end()
    registry.note { $0.end(transport, end) }
  }
}

private enum ExceededLimit {
  case viewer, family, network, server

  func error(_ limits: StreamLimits) -> GraphQLError {
    let (limit, maximum, owner): (String, Int, String) =
      switch self {
      case .viewer: ("streamsPerViewer", limits.perViewer, "This account")
      case .family: ("streamsPerFamily", limits.perFamily, "This family")
      case .network: ("streamsPerAddress", limits.perNetwork, "This network")
      case .server: ("streams", limits.total, "The server")
      }
    var error = GraphQLError.limitExceeded(
      "\(owner) has as many streams open as it may have: \(maximum). Close one first.", limit: limit, maximum: maximum)
    error.extensions.append(.init("retryAfter", .number("1")))
    return error
  }
}
