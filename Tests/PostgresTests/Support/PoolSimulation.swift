import SQL
import SampleData

@testable import Postgres

/// A pool whose requests take a known time, in simulated time.
///
/// Clients of an open loop send at a steady rate, whatever happens; those of a closed loop send again as soon as they are
/// answered or refused.
struct PoolSimulation {
  typealias Instant = ContinuousClock.Instant

  struct Client {
    /// The key of its requests, or the first of several.
    let key: Int
    /// The database time of each request.
    let time: Duration
    /// The plan's times; nil for a plan of its own for each request.
    let times: RunningTimes?
    /// Nil for a closed loop.
    let interval: Duration?
    /// When the client begins.
    var start = Duration.zero
    /// How long a client of a closed loop pauses after a refusal.
    var pause = Duration.milliseconds(500)
    /// How many keys the requests are of, each of one at random.
    var keyCount = 1
    /// Whether its key has so many rows that a request may take long.
    var isHeavy = false
  }

  struct Outcome {
    var served = 0
    var refused = 0
    var longestWait = Duration.zero
    var databaseTime = Duration.zero
  }

  private enum Event {
    case send(client: Int)
    case end(connection: String, client: Int)
    case connected
    case tick
  }

  let clients: [Client]
  private(set) var outcomes: [Outcome]
  private(set) var mostLong = 0
  private var pool: PoolFixture
  private let start = ContinuousClock.now
  /// The next one last.
  private var events: [(at: Duration, event: Event)] = []
  private var sentAt: [Int: (client: Int, at: Duration)] = [:]
  private var lastRequest = 0
  private var lastConnection = 0
  private var random = SplitMix64(state: 1)

  init(_ clients: [Client], size: Int = 16, preferredSize: Int = 4, fair: FairLimits = FairLimits()) {
    self.clients = clients
    outcomes = clients.map { _ in Outcome() }
    pool = PoolFixture(
      size: size, preferredSize: preferredSize, maxWaiters: 1024, maxExpectedWait: .milliseconds(500), fair: fair,
      at: start)
    for (index, client) in clients.enumerated() { schedule(.send(client: index), at: client.start) }
  }

  mutating func run(for time: Duration) {
    while let (now, event) = events.last, now <= time {
      events.removeLast()
      handle(event, now)
      mostLong = max(mostLong, pool.statistics.leasedByClass[LoadClass.long.rawValue])
    }
  }

  private mutating func handle(_ event: Event, _ now: Duration) {
    switch event {
    case .send(let client):
      if let interval = clients[client].interval { schedule(.send(client: client), at: now + interval) }
      lastRequest += 1
      sentAt[lastRequest] = (client, now)
      let key = clients[client].key + Int.random(in: 0..<clients[client].keyCount, using: &random)
      if pool.sheds(key, at: start + now) { return refuse(lastRequest, now) }
      let load = PoolFixture.load(key, clients[client].times ?? RunningTimes(), isHeavy: clients[client].isHeavy)
      perform(pool.wait(lastRequest, load, now: start + now), now)
    case .end(let connection, let client):
      perform(pool.release(connection, now: start + now), now)
      if clients[client].interval == nil { schedule(.send(client: client), at: now) }
    case .connected:
      lastConnection += 1
      perform(pool.connected("c\(lastConnection)", now: start + now), now)
    case .tick: perform(pool.tick(now: start + now), now)
    }
  }

  private mutating func perform(_ actions: [PoolFixture.State.Action], _ now: Duration) {
    for action in actions {
      switch action {
      case .hand(let connection, _, let request):
        guard let (client, sent) = sentAt.removeValue(forKey: request) else { continue }
        outcomes[client].served += 1
        outcomes[client].longestWait = max(outcomes[client].longestWait, now - sent)
        outcomes[client].databaseTime += clients[client].time
        schedule(.end(connection: connection, client: client), at: now + clients[client].time)
      case .refuse(let request, _): refuse(request, now)
      case .connect: schedule(.connected, at: now + .milliseconds(3))
      case .tick(let time): schedule(.tick, at: start.duration(to: time))
      case .close, .drained: break
      }
    }
  }

  private mutating func refuse(_ request: Int, _ now: Duration) {
    guard let (client, _) = sentAt.removeValue(forKey: request) else { return }
    outcomes[client].refused += 1
    if clients[client].interval == nil { schedule(.send(client: client), at: now + clients[client].pause) }
  }

  private mutating func schedule(_ event: Event, at time: Duration) {
    // Behind those of the same time.
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].at > time { low = middle + 1 } else { high = middle }
    }
    events.insert((time, event), at: low)
  }
}
