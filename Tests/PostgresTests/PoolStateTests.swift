import SQL
import SampleData
import Testing

@testable import Postgres

@Suite("The state of a pool")
struct PoolStateTests {
  private let start = ContinuousClock.now
  private let failure = StatementError(.connection, message: "nobody is listening")

  /// Every request has a key of its own.
  private func state(
    size: Int = 2, preferredSize: Int? = nil, maxWaiters: Int = 3, maxExpectedWait: Duration? = nil
  ) -> PoolFixture {
    PoolFixture(size: size, preferredSize: preferredSize, maxWaiters: maxWaiters, maxExpectedWait: maxExpectedWait, at: start)
  }

  private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  private func words(_ actions: [PoolFixture.State.Action]) -> [String] { PoolFixture.words(actions, since: start) }

  private func leased(_ state: inout PoolFixture) -> String? { state.lease() }

  private func sheds(_ state: inout PoolFixture, at milliseconds: Int) -> Bool { state.sheds(at: after(milliseconds)) }

  /// A state with these connections idle.
  private func state(idle: [String], size: Int = 2) -> PoolFixture {
    var state = state(size: size, maxWaiters: 10)
    for index in idle.indices { _ = state.wait(index, id: UInt64(index), now: start) }
    for connection in idle { _ = state.connected(connection, now: start) }
    for connection in idle { _ = state.release(connection, isFit: true, now: start) }
    _ = state.tick(now: start)
    return state
  }

  @Test("makes a connection for a request, hands it over, and keeps it when it comes back")
  func lifeOfAConnection() {
    var state = state()
    #expect(leased(&state) == nil)
    #expect(words(state.wait(1, id: 1, now: start)) == ["connect", "tick in 2000 ms"])
    #expect(words(state.connected("a", now: start)) == ["hand a to 1"])
    #expect(words(state.release("a", isFit: true, now: start)) == [])
    #expect(leased(&state) == "a")
    #expect(state.statistics.leased == 1)
    #expect(state.statistics.leases == 2)
  }

  @Test("uses the connection that came back last")
  func lastInFirstOut() {
    var state = state(idle: ["a", "b"])
    #expect(leased(&state) == "b")
    #expect(leased(&state) == "a")
    #expect(leased(&state) == nil)
  }

  @Test("makes no more connections than its size, and serves requests in the order they came")
  func fairness() {
    var state = state()
    #expect(words(state.wait(1, id: 1, now: start)) == ["connect", "tick in 2000 ms"])
    #expect(words(state.wait(2, id: 2, now: start)) == ["connect"])
    #expect(words(state.wait(3, id: 3, now: start)) == [])
    #expect(words(state.connected("a", now: start)) == ["hand a to 1"])
    #expect(words(state.release("a", isFit: true, now: start)) == ["hand a to 2"])
    #expect(words(state.release("a", isFit: true, now: start)) == ["hand a to 3"])
    #expect(words(state.connected("b", now: start)) == [])
    #expect(state.statistics.idle == 1)
  }

  @Test("leases more than the preferred number only to those who have waited for a while")
  func patience() {
    var state = state(size: 3, preferredSize: 1, maxWaiters: 10)
    #expect(words(state.wait(1, id: 1, now: start)) == ["connect", "tick in 10 ms"])
    #expect(words(state.connected("a", now: after(1))) == ["hand a to 1"])
    #expect(words(state.tick(now: after(10))) == [])
    #expect(words(state.wait(2, id: 2, now: after(10))) == ["tick in 20 ms"])
    #expect(words(state.wait(3, id: 3, now: after(15))) == [])
    #expect(words(state.tick(now: after(20))) == ["connect", "tick in 25 ms"])
    #expect(words(state.connected("b", now: after(21))) == ["hand b to 2"])
    // 3 has not waited for long, so that one of two is left idle.
    #expect(words(state.release("b", isFit: true, now: after(22))) == [])
    #expect(state.statistics.idle == 1)
    #expect(words(state.tick(now: after(25))) == ["hand b to 3"])
    #expect(words(state.release("a", isFit: true, now: after(26))) == [])
    #expect(leased(&state) == nil)
    #expect(words(state.wait(4, id: 4, now: after(27))) == ["tick in 37 ms"])
    #expect(words(state.release("b", isFit: true, now: after(28))) == ["hand b to 4"])
  }

  @Test("leases twice as many to those who keep theirs over several round trips, and first come, first served")
  func heldLeases() {
    var state = state(size: 3, preferredSize: 1, maxWaiters: 10)
    _ = state.wait(1, for: .held, id: 1, now: start)
    #expect(words(state.connected("a", now: start)) == ["hand a to 1"])
    #expect(words(state.wait(2, for: .held, id: 2, now: start)).contains("connect"))
    #expect(words(state.connected("b", now: after(1))) == ["hand b to 2"])
    _ = state.wait(3, for: .held, id: 3, now: after(2))
    _ = state.wait(4, for: .once, id: 4, now: after(2))
    _ = state.wait(5, for: .held, id: 5, now: after(2))
    #expect(words(state.release("a", isFit: true, now: after(3))) == ["hand a to 3"])
    // One is leased, which is as many as are for one round trip; nobody overtakes who waits for that.
    #expect(words(state.release("b", isFit: true, now: after(4))) == [])
    #expect(words(state.release("a", isFit: true, now: after(5))) == ["hand a to 4", "hand b to 5"])
  }

  @Test("hands over a connection that came back between lease and wait")
  func race() {
    var state = state(idle: ["a"])
    #expect(words(state.wait(9, id: 9, now: start)) == ["hand a to 9"])
  }

  @Test("replaces a connection that is not fit, if somebody waits for it")
  func replacement() {
    var state = state(idle: ["a"], size: 1)
    #expect(leased(&state) == "a")
    _ = state.wait(1, id: 1, now: start)
    #expect(words(state.release("a", isFit: false, now: start)) == ["close a", "connect"])
    #expect(words(state.connected("b", now: start)) == ["hand b to 1"])
    #expect(words(state.release("b", isFit: false, now: start)) == ["close b"])
    #expect(state.statistics.leased == 0)
  }

  @Test("refuses those who have waited too long, and only those")
  func timeout() {
    var state = state()
    _ = state.wait(1, id: 1, now: start)
    _ = state.wait(2, id: 2, now: after(500))
    #expect(words(state.tick(now: after(1999))) == [])
    #expect(words(state.tick(now: after(2000))) == ["refuse 1: poolTimeout", "tick in 2500 ms"])
    #expect(words(state.tick(now: after(2500))) == ["refuse 2: poolTimeout"])
    // The next one to wait sets the clock again.
    #expect(words(state.wait(3, id: 3, now: after(3000))) == ["tick in 5000 ms"])
    #expect(state.statistics.poolTimeouts == 2)
  }

  @Test("refuses at once when too many wait")
  func overload() {
    var state = state(size: 1, maxWaiters: 2)
    _ = state.wait(1, id: 1, now: start)
    _ = state.wait(2, id: 2, now: start)
    #expect(words(state.wait(3, id: 3, now: start)) == ["refuse 3: poolTimeout"])
    #expect(state.statistics.waiting == 2)
  }

  @Test("refuses at once while all connections are leased and none has come back for too long")
  func exhaustion() {
    var state = state(size: 2, maxExpectedWait: .milliseconds(100))
    _ = state.wait(1, id: 1, now: start)
    _ = state.wait(2, id: 2, now: start)
    _ = state.connected("a", now: after(10))
    // Another may be had.
    #expect(!sheds(&state, at: 90))
    _ = state.connected("b", now: after(90))
    #expect(!sheds(&state, at: 190))
    #expect(sheds(&state, at: 191))
    #expect(words(state.wait(3, id: 3, now: after(191))) == ["refuse 3: poolTimeout"])
    #expect(state.statistics.shed == 2)
    #expect(state.statistics.waiting == 0)
    // With the first that comes back all are welcome.
    #expect(words(state.release("b", isFit: true, now: after(300))) == [])
    #expect(!sheds(&state, at: 300))
    #expect(leased(&state) == "b")
  }

  @Test("lets who holds a connection over several round trips wait, where others are refused at once")
  func stallOfHeld() {
    var state = state(size: 1, maxExpectedWait: .milliseconds(100))
    _ = state.wait(1, id: 1, now: start)
    _ = state.connected("a", now: start)
    #expect(words(state.wait(2, id: 2, now: after(150))) == ["refuse 2: poolTimeout"])
    #expect(words(state.wait(3, for: .held, id: 3, now: after(150))) == [])
    #expect(words(state.release("a", isFit: true, now: after(160))).contains("hand a to 3"))
  }

  @Test("refuses at once while requests wait and none has been served for too long")
  func stall() {
    var state = state(size: 2, maxExpectedWait: .milliseconds(100))
    #expect(words(state.wait(1, id: 1, now: start)).contains("connect"))
    #expect(!words(state.wait(2, id: 2, now: after(100))).contains("refuse 2: poolTimeout"))
    #expect(words(state.wait(3, id: 3, now: after(101))) == ["refuse 3: poolTimeout"])
    // From here on nothing has moved for a short time only.
    #expect(words(state.connected("a", now: after(102))) == ["hand a to 1"])
    #expect(!sheds(&state, at: 202))
    #expect(sheds(&state, at: 203))
  }

  @Test("refuses at once who stands behind more than are served in the time, at the pace of the latest")
  func pace() {
    var state = state(size: 1, maxWaiters: 100, maxExpectedWait: .milliseconds(100))
    _ = state.wait(0, id: 0, now: start)
    _ = state.connected("a", now: start)
    func serve(_ number: Int, at time: Int) {
      #expect(words(state.release("a", isFit: true, now: after(time))).contains("hand a to \(number)"))
    }
    _ = state.wait(1, id: 1, now: start)
    // Each takes 10 ms.
    for number in 1..<100 {
      _ = state.wait(number + 1, id: UInt64(number + 1), now: after(10 * number))
      serve(number, at: 10 * number)
    }
    // One waits already: with eleven of them the wait would be 110 ms.
    var admitted = 1
    while !sheds(&state, at: 991), admitted < 50 {
      admitted += 1
      _ = state.wait(200 + admitted, id: UInt64(200 + admitted), now: after(991))
    }
    #expect(admitted == 11)
    serve(100, at: 1000)
    #expect(!sheds(&state, at: 1000))
  }

  @Test("lets a cancelled request go, wherever it stands in the queue", arguments: [1, 2, 3])
  func cancellation(cancelled: Int) {
    var state = state(size: 1)
    for waiter in 1...3 { _ = state.wait(waiter, id: UInt64(waiter), now: start) }
    #expect(words(state.cancel(id: UInt64(cancelled), now: start)).count == 1)
    #expect(words(state.cancel(id: UInt64(cancelled), now: start)) == [])
    var served = words(state.connected("a", now: start))
    served += words(state.release("a", isFit: true, now: start))
    #expect(served == (1...3).filter { $0 != cancelled }.map { "hand a to \($0)" })
    #expect(words(state.release("a", isFit: true, now: start)) == [])
    #expect(state.statistics.idle == 1)
  }

  @Test("answers all who wait when no connection can be made and none could come free")
  func databaseDown() {
    var state = state()
    _ = state.wait(1, id: 1, now: start)
    _ = state.wait(2, id: 2, now: start)
    #expect(words(state.connectFailed(failure, now: start)) == [])
    #expect(words(state.connectFailed(failure, now: start)) == ["refuse 1: connection", "refuse 2: connection"])
    #expect(state.statistics.connecting == 0)
    #expect(state.statistics.failedConnects == 2)
  }

  @Test("lets requests wait for a leased connection when no more can be made")
  func databaseFull() {
    var state = state(idle: ["a"])
    #expect(leased(&state) == "a")
    #expect(words(state.wait(1, id: 1, now: start)).first == "connect")
    #expect(words(state.connectFailed(failure, now: start)) == ["connect in 50 ms"])
    #expect(words(state.release("a", isFit: true, now: start)) == ["hand a to 1"])
  }

  @Test("asks a database that is down less and less often, one attempt at a time, and recovers")
  func backoff() {
    var state = state(size: 4, maxWaiters: 10)
    var now = start
    var pauses: [String] = []
    for attempt in 0..<7 {
      let other = 100 + attempt
      _ = state.tick(now: now + .seconds(3))
      pauses += words(state.wait(attempt, id: UInt64(attempt), now: now)).filter { $0.hasPrefix("connect") }
      #expect(words(state.wait(other, id: UInt64(other), now: now)) == (attempt == 0 ? ["connect"] : []))
      if attempt == 0 { #expect(words(state.connectFailed(failure, now: now)) == []) }
      #expect(
        words(state.connectFailed(failure, now: now))
          == ["refuse \(attempt): connection", "refuse \(other): connection"])
    }
    // The first two failed at once, and each counts.
    #expect(
      pauses == [
        "connect", "connect in 100 ms", "connect in 200 ms", "connect in 400 ms", "connect in 800 ms",
        "connect in 800 ms", "connect in 800 ms",
      ])
    now = now + .seconds(10)
    _ = state.wait(50, id: 50, now: now)
    _ = state.wait(51, id: 51, now: now)
    // Once one attempt succeeds the others follow.
    #expect(words(state.connected("a", now: now)) == ["hand a to 50", "connect"])
  }

  @Test("shuts down: refuses, closes what is idle, and is drained with the last lease")
  func shutdown() {
    var state = state(idle: ["a", "b"], size: 3)
    #expect(leased(&state) == "b")
    #expect(words(state.shutDown()) == ["close a"])
    #expect(leased(&state) == nil)
    #expect(words(state.wait(1, id: 1, now: start)) == ["refuse 1: shutdown"])
    #expect(words(state.release("b", isFit: true, now: start)) == ["close b", "drained"])
    #expect(words(state.shutDown()) == ["drained"])
  }

  @Test("shuts down while requests wait and a connection is on its way")
  func shutdownWhileConnecting() {
    var state = state()
    _ = state.wait(1, id: 1, now: start)
    #expect(words(state.shutDown()) == ["refuse 1: shutdown", "drained"])
    #expect(words(state.connected("a", now: start)) == ["close a"])
    #expect(words(state.connectFailed(failure, now: start)) == [])
  }

  @Test("keeps its promises whatever happens", arguments: 0..<40)
  func randomEvents(seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    let preferredSize = 1 + seed % 3
    var state = state(
      size: 3, preferredSize: preferredSize, maxWaiters: 5, maxExpectedWait: seed % 2 == 0 ? nil : .milliseconds(500))
    var now = start
    var out: [String] = []
    var waiting: Set<Int> = []
    var connects = 0
    var made = 0
    func carryOut(_ actions: [PoolFixture.State.Action]) {
      for action in actions {
        switch action {
        case .hand(let connection, _, let waiter):
          #expect(waiting.remove(waiter) != nil)
          out.append(connection)
        case .refuse(let waiter, _): #expect(waiting.remove(waiter) != nil)
        case .connect: connects += 1
        case .close, .tick, .drained: break
        }
      }
    }
    for event in 0..<500 {
      now += .milliseconds(Int(random.next() % 300))
      switch random.next() % 6 {
      case 0, 1:
        if let connection = state.lease() {
          out.append(connection)
        } else {
          waiting.insert(event)
          carryOut(state.wait(event, for: event % 2 == 0 ? .held : .once, id: UInt64(event), now: now))
        }
      case 2:
        if let connection = out.popLast() {
          carryOut(state.release(connection, isFit: random.next() % 3 > 0, now: now))
        }
      case 3:
        if connects > 0 {
          connects -= 1
          made += 1
          carryOut(state.connected("c\(made)", now: now))
        }
      case 4:
        if connects > 0 {
          connects -= 1
          carryOut(state.connectFailed(failure, now: now))
        }
      default:
        if random.next() % 2 == 0, let waiter = waiting.first {
          carryOut(state.cancel(id: UInt64(waiter), now: now))
        } else {
          carryOut(state.tick(now: now))
        }
      }
      let statistics = state.statistics
      #expect(statistics.leased == out.count)
      #expect(statistics.waiting == waiting.count)
      #expect(statistics.connecting == connects)
      #expect(statistics.leased + statistics.idle + statistics.connecting <= 3)
      #expect(statistics.waiting == 0 || statistics.idle == 0 || statistics.leased >= preferredSize)
      // No request waits without a connection to come.
      #expect(statistics.waiting == 0 || statistics.leased + statistics.connecting > 0)
      #expect(Set(out).count == out.count)
    }
  }
}
