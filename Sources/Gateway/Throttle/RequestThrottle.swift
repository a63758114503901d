package import GraphQL
package import SQL
package import Domain

/// The rate limit and the limit of concurrent requests: for each account, and for each network of requests without an
/// account.
///
/// Requests with a session count only for their account: a school or a mobile network, where thousands share an
/// address, is not limited as one client. Requests without a session — signing in, continuing one, introspection,
/// tokens that are not valid — count for their network, since the client can forge everything else. Each process counts
/// for itself; the database counts limits that hold for all processes, such as attempts to sign in.
package struct RequestThrottle: Sendable {
  /// The account or the network that a request counts for, until `end`.
  package enum Ticket: Sendable {
    case viewer(UUIDValue)
    case network(ClientNetwork)
    case none
  }

  /// The reason why a request is not answered now.
  package struct TooMany: Error {
    package let error: GraphQLError
    /// The number of seconds until it may be.
    package let retryAfter: Int
  }

  private let perViewer: ThrottleLimits
  private let perNetwork: ThrottleLimits
  private let viewers: Throttle<UUIDValue>
  private let networks: Throttle<ClientNetwork>
  /// Viewers whose session has ended. Their requests do not count for the account: a thief with an ended session must
  /// not use up the limit of its owner.
  private let ended = BoundedCache<AccountViewer, Bool>(maximumCount: 4096)

  package init(perViewer: ThrottleLimits = .perViewer, perNetwork: ThrottleLimits = .perNetwork) {
    self.perViewer = perViewer
    self.perNetwork = perNetwork
    viewers = Throttle(perViewer)
    networks = Throttle(perNetwork)
  }

  /// Counts a request. `end` is to follow once it was answered.
  /// - Parameters:
  ///   - viewer: nil when the request has a token that is not valid.
  ///   - network: where it comes from, as far as that is known; asked only where it counts.
  package func begin(
    _ viewer: Viewer?, network: () -> ClientNetwork?
  ) throws(TooMany) -> Ticket {
    if case .account(let account) = viewer, ended.value(for: account) == nil {
      if let refusal = viewers.begin(account.accountID, now: .now) {
        throw TooMany(refusal, of: perViewer, each: "Viewer", words: "of this account")
      }
      return .viewer(account.accountID)
    }
    guard let network = network() else { return .none }
    if let refusal = networks.begin(network, now: .now) {
      throw TooMany(refusal, of: perNetwork, each: "Address", words: "from this network without a session")
    }
    return .network(network)
  }

  /// Has what a token sends that was found to be of no session, or of a membership that has ended, count for its network
  /// from now on.
  package func noteEnd(of viewer: Viewer?) {
    if case .account(let account) = viewer { ended.insert(true, for: account, cost: 1) }
  }

  package func end(_ ticket: Ticket) {
    switch ticket {
    case .viewer(let account): viewers.end(account)
    case .network(let network): networks.end(network)
    case .none: break
    }
  }
}

extension RequestThrottle.TooMany {
  /// - Parameter each: for the name of the limit: `requestsPerViewer`, `concurrentRequestsPerAddress`.
  fileprivate init<Key>(
    _ refusal: Throttle<Key>.Refusal, of limits: ThrottleLimits, each name: String, words: String
  ) {
    let (limit, maximum, message): (String, Int, String)
    switch refusal {
    case .rate(let time):
      (limit, maximum) = ("requestsPer\(name)", limits.rate ?? 0)
      message = "There are too many requests \(words): \(maximum) a second may be, and \(limits.burst) at once."
      // Rounded up, as who comes too early is refused again.
      retryAfter = Int(time.components.seconds) + (time.components.attoseconds > 0 ? 1 : 0)
    case .concurrency:
      (limit, maximum) = ("concurrentRequestsPer\(name)", limits.concurrency ?? 0)
      message = "Too many requests \(words) are being answered: \(maximum) may be at a time."
      retryAfter = 1
    }
    var error = GraphQLError.limitExceeded(message, limit: limit, maximum: maximum)
    error.extensions.append(.init("retryAfter", .number("\(retryAfter)")))
    self.error = error
  }
}
