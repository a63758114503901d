import Gateway
import GraphQL
import SQL
import Synchronization

/// Counts the streams that are open, by viewer and by network, and refuses those over the limits. Each process counts for
/// itself.
final class StreamRegistry: Sendable {
  /// A refusal of one more stream.
  struct TooMany: Error {
    let error: GraphQLError
    /// In seconds.
    let retryAfter = 1
  }

  private struct State {
    var viewers: [UUIDValue: Int] = [:]
    var networks: [ClientNetwork: Int] = [:]
    var count = 0
    var statistics = StreamStatistics()
  }

  let limits: StreamLimits
  private let state = Mutex(State())

  init(limits: StreamLimits = StreamLimits()) { self.limits = limits }

  /// The number of open streams.
  var count: Int { state.withLock { $0.count } }
  /// The number of viewers and networks that have one.
  var keyCount: Int { state.withLock { $0.viewers.count + $0.networks.count } }
  var statistics: StreamStatistics { state.withLock { $0.statistics } }

  /// Counts a stream until nobody has its lease any more.
  /// - Parameters:
  ///   - viewer: the account; nil without a session.
  ///   - network: nil where it is not known.
  func open(viewer: UUIDValue?, network: ClientNetwork?) throws(TooMany) -> StreamLease {
    let exceeded = state.withLock { state -> ExceededLimit? in
      if let viewer, state.viewers[viewer, default: 0] >= limits.perViewer { return .viewer }
      if let network, state.networks[network, default: 0] >= limits.perNetwork { return .network }
      if state.count >= limits.total { return .server }
      if let viewer { state.viewers[viewer, default: 0] += 1 }
      if let network { state.networks[network, default: 0] += 1 }
      state.count += 1
      return nil
    }
    if let exceeded { throw TooMany(error: exceeded.error(limits)) }
    return StreamLease(viewer: viewer, network: network, registry: self)
  }

  fileprivate func close(viewer: UUIDValue?, network: ClientNetwork?) {
    state.withLock { state in
      state.count -= 1
      if let viewer { Self.decrement(&state.viewers[viewer]) }
      if let network { Self.decrement(&state.networks[network]) }
    }
  }

  fileprivate func note(_ change: (inout StreamStatistics) -> Void) { state.withLock { change(&$0.statistics) } }

  private static func decrement(_ count: inout Int?) { count = count.flatMap { $0 > 1 ? $0 - 1 : nil } }
}

/// A stream's place in a `StreamRegistry`. Releasing the last reference frees the place.
final class StreamLease: Sendable {
  private let viewer: UUIDValue?
  private let network: ClientNetwork?
  private let registry: StreamRegistry

  fileprivate init(viewer: UUIDValue?, network: ClientNetwork?, registry: StreamRegistry) {
    self.viewer = viewer
    self.network = network
    self.registry = registry
  }

  deinit { registry.close(viewer: viewer, network: network) }

  /// Counts a stream that begins. `end` follows.
  func begin(_ transport: StreamTransport) { registry.note { $0.begin(transport) } }
  /// Counts an event with data.
  func send() { registry.note { $0.send() } }
  func end(_ transport: StreamTransport, _ end: StreamEnd) { registry.note { $0.end(transport, end) } }
}

private enum ExceededLimit {
  case viewer, network, server

  func error(_ limits: StreamLimits) -> GraphQLError {
    let (limit, maximum, owner): (String, Int, String) =
      switch self {
      case .viewer: ("streamsPerViewer", limits.perViewer, "This account")
      case .network: ("streamsPerAddress", limits.perNetwork, "This network")
      case .server: ("streams", limits.total, "The server")
      }
    var error = GraphQLError.limitExceeded(
      "\(owner) has as many streams open as it may have: \(maximum). Close one first.", limit: limit, maximum: maximum)
    error.extensions.append(.init("retryAfter", .number("1")))
    return error
  }
}
