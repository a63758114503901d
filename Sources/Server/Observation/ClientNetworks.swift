import Gateway
import Synchronization

/// The networks that requests for `/graphql` came from since the start: so that an operator sees when all clients are one.
/// Behind a proxy whose header the server does not read, all requests have the proxy's address, and a limit of each network is
/// a limit of all clients together.
final class ClientNetworks: Sendable {
  /// Further ones are not told apart.
  static let maximumCount = 100
  /// So many requests from one network, which no client has to itself, and the log has a warning.
  static let warningRequests = 1000

  private struct State {
    var networks: Set<ClientNetwork> = []
    var requests = 0
  }

  private let state = Mutex(State())
  /// The header in which a proxy says where a request comes from, in lower case; nil without a proxy.
  private let header: String?

  init(header: String?) { self.header = header }

  /// How many there are, at most `maximumCount`.
  var count: Int { state.withLock { $0.networks.count } }

  /// Counts a request.
  /// - Returns: whether a warning is due: once in the life of a process.
  func note(_ request: ReceivedRequest) -> Bool {
    guard request.path == "/graphql",
      let network = ClientAddress.network(of: request.headers, header: header, peer: request.peer)
    else { return false }
    return state.withLock { state in
      if state.networks.count < Self.maximumCount { state.networks.insert(network) }
      state.requests += 1
      return state.requests == Self.warningRequests && state.networks.count == 1 && network.isLocal
    }
  }
}
