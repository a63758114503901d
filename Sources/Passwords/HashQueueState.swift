/// Which hashes wait and whose turn it is: a value that does nothing itself. Networks have equal shares, and in each the accounts have:
/// fair queueing by start tags, as in `FairQueue` of the database's connections, with one hash as the unit of work.
///
/// Where as many wait as may, the last one of the network, or else of the account, that is furthest beyond its share
/// gives way to a request that would be served before it. A party that asks now and then finds a place, whatever others
/// ask for.
///
/// The virtual time advances at least once in as many hashes as may wait. So parties that each ask once neither hold up one that was
/// served lately nor stay known, however many networks and addresses a stranger has.
struct HashQueueState<Work> {
  struct Entry {
    let owner: HashOwner?
    let work: Work
    /// The start tag among the requests of its network.
    let tag: Int
    let arrival: Int
  }

  enum Admission {
    /// - Parameter displaced: the request that leaves for it.
    case waits(displaced: Work?)
    case full
  }

  private struct Flow {
    var entries: [Entry] = []
    /// The start tag of the network's next request among networks.
    var finish = 0
    /// The same of its accounts.
    var accounts: [String: Int] = [:]
    var virtualTime = 0
    /// The hashes since the virtual time advanced.
    var served = 0

    /// The index of the one that is served first.
    var first: Int? { entries.indices.min { (entries[$0].tag, entries[$0].arrival) < (entries[$1].tag, entries[$1].arrival) } }
    var last: Int? { entries.indices.max { (entries[$0].tag, entries[$0].arrival) < (entries[$1].tag, entries[$1].arrival) } }

    func tag(of account: String) -> Int { max(virtualTime, accounts[account] ?? 0) }
  }

  private let maximumWaiting: Int
  /// The number of requests of one account that wait, from whichever networks.
  private let maximumPerAccount: Int
  private var flows: [[UInt8]: Flow] = [:]
  private var virtualTime = 0
  /// The hashes since the virtual time advanced.
  private var served = 0
  private var arrivals = 0
  private(set) var waiting = 0

  /// The number of networks and accounts that are known.
  var keyCount: Int { flows.values.reduce(flows.count) { $0 + $1.accounts.count } }

  init(maximumWaiting: Int) {
    self.maximumWaiting = maximumWaiting
    maximumPerAccount = max(4, maximumWaiting / 4)
  }

  /// - Parameter owner: nil for a hash that is accounted to no party.
  mutating func add(_ work: Work, of owner: HashOwner?) -> Admission {
    let key = owner?.network ?? []
    let account = owner?.account ?? ""
    if owner != nil, waitingCount(of: account) >= maximumPerAccount { return .full }
    var displaced: Work?
    if waiting >= maximumWaiting {
      guard let victim = displace(for: key, account) else { return .full }
      displaced = victim
    }
    arrivals += 1
    var flow = flows[key] ?? Flow()
    let tag = flow.tag(of: account)
    flow.accounts[account] = tag + 1
    flow.entries.append(Entry(owner: owner, work: work, tag: tag, arrival: arrivals))
    flows[key] = flow
    waiting += 1
    return .waits(displaced: displaced)
  }

  /// The request whose turn it is; it waits no more.
  mutating func next() -> Work? {
    func order(_ flow: Flow) -> (Int, Int)? {
      flow.first.map { (start(of: flow), flow.entries[$0].arrival) }
    }
    var best: (key: [UInt8], order: (Int, Int))?
    for (key, flow) in flows {
      guard let order = order(flow) else { continue }
      if let best, best.order <= order { continue }
      best = (key, order)
    }
    guard let best, var flow = flows[best.key], let index = flow.first else { return nil }
    let entry = flow.entries.remove(at: index)
    Self.advance(&virtualTime, &served, to: best.order.0, within: maximumWaiting)
    flow.finish = best.order.0 + 1
    Self.advance(&flow.virtualTime, &flow.served, to: entry.tag, within: maximumWaiting)
    flow.accounts = flow.accounts.filter { $0.value > flow.virtualTime }
    flows[best.key] = flow
    waiting -= 1
    // A network without requests that is not ahead of the others is as good as one that never asked.
    flows = flows.filter { !$0.value.entries.isEmpty || $0.value.finish > virtualTime - Self.credit }
    return entry.work
  }

  /// Counts a hash.
  /// - Parameters:
  ///   - tag: its start tag.
  ///   - most: the number of hashes in which the time advances at least once.
  private static func advance(_ time: inout Int, _ served: inout Int, to tag: Int, within most: Int) {
    served += 1
    guard tag > time || served >= most else { return }
    time = max(time + 1, tag)
    served = 0
  }

  /// The start tag of a network's next request. One that did not ask lately is served before those that have had their turn in this round
  /// or still wait for it: it waits for the hash that is made, and not for one of each network that asks without end.
  private func start(of flow: Flow) -> Int { max(virtualTime - Self.credit, flow.finish) }
  private static var credit: Int { 1 }

  private func waitingCount(of account: String) -> Int {
    flows.values.reduce(0) { $0 + $1.entries.count { $0.owner?.account == account } }
  }

  /// Takes out a request that would be served after a new one.
  private mutating func displace(for key: [UInt8], _ account: String) -> Work? {
    /// The start tag that the last request of a network has, if all others ask for no more.
    func last(_ flow: Flow?, adding count: Int = 0) -> Int {
      start(of: flow ?? Flow()) + (flow?.entries.count ?? 0) + count - 1
    }
    let own = last(flows[key], adding: 1)
    let others = flows.filter { $0.key != key && !$0.value.entries.isEmpty }
    if let furthest = others.max(by: { last($0.value) < last($1.value) }), last(furthest.value) > own {
      return remove(last: furthest.key)
    }
    guard let flow = flows[key], let index = flow.last, flow.entries[index].tag > flow.tag(of: account) else { return nil }
    return remove(last: key)
  }

  private mutating func remove(last key: [UInt8]) -> Work? {
    guard var flow = flows[key], let index = flow.last else { return nil }
    let entry = flow.entries.remove(at: index)
    flow.accounts[entry.owner?.account ?? ""] = entry.tag
    flows[key] = flow
    waiting -= 1
    return entry.work
  }
}
