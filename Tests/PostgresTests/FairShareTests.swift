import SQL
import Testing

@testable import Postgres

@Suite("Shares of a pool")
struct FairShareTests {
  private let start = ContinuousClock.now

  private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  private func words(_ actions: [PoolFixture.State.Action]) -> [String] {
    PoolFixture.words(actions, since: start).filter { !$0.hasPrefix("tick") && $0 != "connect" }
  }

  private func pool(
    size: Int = 16, preferredSize: Int = 4, maxWaiters: Int = 1000, _ fair: FairLimits = FairLimits()
  ) -> PoolFixture {
    var pool = PoolFixture(
      size: size, preferredSize: preferredSize, maxWaiters: maxWaiters, maxExpectedWait: .milliseconds(500),
      fair: fair, at: start - .seconds(1))
    pool.connect(size)
    return pool
  }

  /// A hundred and fifty keys that together send twenty requests of 3 ms a second.
  private var victims: [PoolSimulation.Client] {
    (0..<150).map {
      PoolSimulation.Client(
        key: 1000 + $0, time: .milliseconds(3), times: .known(3), interval: .milliseconds(7500),
        start: .milliseconds(50 * $0 + 7))
    }
  }

  @Test(
    "Keys that send twelve slow requests at a time, each with a new plan, do not hold up others",
    arguments: [1, 2, 10, 40])
  func hostileKeys(count: Int) {
    let hostile = (0..<count).flatMap { key in
      (0..<12).map { _ in PoolSimulation.Client(key: key, time: .milliseconds(4700), times: nil, interval: nil) }
    }
    var simulation = PoolSimulation(hostile + victims)
    simulation.run(for: .seconds(60))
    let others = simulation.outcomes[hostile.count...]
    #expect(others.reduce(0) { $0 + $1.refused } == 0)
    #expect(others.reduce(0) { $0 + $1.served } == 1200)
    // A new connection takes 3 ms to make.
    #expect(others.map(\.longestWait).max()! <= .milliseconds(28))
    #expect(simulation.mostLong <= 3)
    // At least one runs at a time.
    let time = simulation.outcomes[..<hostile.count].reduce(Duration.zero) { $0 + $1.databaseTime }
    #expect(time < .seconds(3 * 65))
    #expect(time > .seconds(50))
  }

  @Test("Keys that know a cheap plan to run for long find a quarter of the connections closed to them", arguments: [2, 10])
  func disguisedRequests(count: Int) {
    let times = RunningTimes.known(1)
    let hostile = (0..<count).flatMap { key in
      (0..<12).map { _ in PoolSimulation.Client(key: key, time: .seconds(4), times: times, interval: nil) }
    }
    var simulation = PoolSimulation(hostile + victims)
    simulation.run(for: .seconds(40))
    let others = simulation.outcomes[hostile.count...]
    #expect(others.reduce(0) { $0 + $1.refused } == 0)
    #expect(others.map(\.longestWait).max()! <= .milliseconds(28))
  }

  @Test(
    "Keys with many rows have no more long requests under way than may be, whatever their plans take others",
    arguments: [true, false])
  func heavyKeys(isPlanKnown: Bool) {
    let times = RunningTimes.known(1)
    let hostile = (0..<10).flatMap { key in
      (0..<12).map { _ in
        PoolSimulation.Client(
          key: key, time: .milliseconds(4700), times: isPlanKnown ? times : nil, interval: nil, isHeavy: true)
      }
    }
    // Others keep the plan quick.
    let quick = (0..<20).map {
      PoolSimulation.Client(
        key: 5000 + $0, time: .milliseconds(1), times: times, interval: .milliseconds(100), start: .milliseconds(5 * $0))
    }
    var simulation = PoolSimulation(hostile + quick + victims)
    simulation.run(for: .seconds(60))
    let others = simulation.outcomes[hostile.count...]
    #expect(others.reduce(0) { $0 + $1.refused } == 0)
    #expect(others.map(\.longestWait).max()! <= .milliseconds(28))
    // One for two processors; and one of which it is not known yet.
    #expect(simulation.mostLong <= (isPlanKnown ? 2 : 1))
    // One runs all the time.
    let time = simulation.outcomes[..<hostile.count].reduce(Duration.zero) { $0 + $1.databaseTime }
    #expect(time > .seconds(50))
  }

  @Test("A new plan that is known to read little does not wait for long requests")
  func light() {
    var pool = pool()
    _ = pool.wait(1, PoolFixture.load(1, .known(800)), now: start)
    _ = pool.wait(2, PoolFixture.load(2, RunningTimes()), now: start)
    // No more than these, as long as nothing is known of a plan.
    #expect(words(pool.wait(3, PoolFixture.load(3, RunningTimes()), now: start)) == [])
    #expect(words(pool.wait(4, PoolFixture.load(4, RunningTimes(), isLight: true), now: start)).count == 1)
  }

  @Test("What took a key long is a long request when it asks again, though others are quick with it")
  func proven() {
    var pool = pool()
    let times = RunningTimes.known(1)
    _ = pool.wait(1, PoolFixture.load(1, times), now: start)
    _ = pool.release("c16", now: after(300))
    for _ in 0..<50 { times.note(.milliseconds(1)) }
    _ = pool.wait(2, PoolFixture.load(1, times), now: after(400))
    #expect(pool.statistics.leasedByClass[LoadClass.long.rawValue] == 1)
    _ = pool.wait(3, PoolFixture.load(2, times), now: after(400))
    #expect(pool.statistics.leasedByClass[LoadClass.quick.rawValue] == 1)
  }

  @Test("A request that reads few rows is a long one only after it took much longer than a busy machine explains")
  func lightAndLate() {
    for (milliseconds, loadClass) in [(120, LoadClass.quick), (900, .long)] {
      var pool = pool()
      let times = RunningTimes.known(1)
      _ = pool.wait(1, PoolFixture.load(1, times, isLight: true), now: start)
      _ = pool.release("c16", now: after(milliseconds))
      for _ in 0..<50 { times.note(.milliseconds(1)) }
      _ = pool.wait(2, PoolFixture.load(1, times, isLight: true), now: after(1000))
      #expect(pool.statistics.leasedByClass[loadClass.rawValue] == 1, "\(milliseconds) ms")
    }
  }

  @Test("A request that reads few rows does not wait for the places of long requests because they slow it down")
  func lightAmongLong() {
    for (isLight, loadClass) in [(true, LoadClass.quick), (false, .long)] {
      var pool = pool()
      _ = pool.wait(1, PoolFixture.load(1, RunningTimes.known(120), isLight: isLight), now: start)
      #expect(pool.statistics.leasedByClass[loadClass.rawValue] == 1, "\(isLight)")
    }
  }

  @Test("Keys share by time, not by requests")
  func time() {
    let clients = (0..<8).map { index in
      let isSlow = index < 4
      return PoolSimulation.Client(
        key: isSlow ? 1 : 2, time: .milliseconds(isSlow ? 40 : 4), times: .known(isSlow ? 40 : 4), interval: nil)
    }
    var fair = FairLimits()
    fair.refill = nil
    var simulation = PoolSimulation(clients, size: 2, preferredSize: 2, fair: fair)
    simulation.run(for: .seconds(20))
    let times = [simulation.outcomes[..<4], simulation.outcomes[4...]].map { outcomes in
      outcomes.reduce(0.0) { $0 + $1.databaseTime / .seconds(1) }
    }
    #expect(times[0] + times[1] > 39)
    #expect(abs(times[0] - times[1]) < 2)
  }

  @Test("A key that asks now and then is not in debt for what it used before: many of them are served in the order they come")
  func manyKeys() {
    let clients = (0..<64).map { _ in
      PoolSimulation.Client(key: 0, time: .milliseconds(1), times: .known(1), interval: nil, keyCount: 2000)
    }
    var simulation = PoolSimulation(clients)
    simulation.run(for: .seconds(5))
    #expect(simulation.outcomes.reduce(0) { $0 + $1.served } > 19_000)
    // Sixteen times a millisecond, on average.
    #expect(simulation.outcomes.map(\.longestWait).max()! <= .milliseconds(48))
  }

  @Test("A key alone has all connections that work at a time, though its database time is used up")
  func workConservation() {
    let clients = (0..<16).map { _ in
      PoolSimulation.Client(key: 1, time: .milliseconds(5), times: .known(5), interval: nil)
    }
    var simulation = PoolSimulation(clients)
    simulation.run(for: .seconds(30))
    let time = simulation.outcomes.reduce(Duration.zero) { $0 + $1.databaseTime }
    // Four at a time, but for the connections that had to be made first.
    #expect(time > .seconds(119))
    #expect(simulation.outcomes.allSatisfy { $0.refused == 0 })
  }

  @Test("Where every request takes long, since the database is far away, none is long for that")
  func distance() {
    let clients = (0..<16).map {
      PoolSimulation.Client(key: $0, time: .milliseconds(80), times: .known(80), interval: nil)
    }
    var fair = FairLimits()
    fair.refill = nil
    var simulation = PoolSimulation(clients, fair: fair)
    simulation.run(for: .seconds(20))
    #expect(simulation.outcomes.reduce(Duration.zero) { $0 + $1.databaseTime } > .seconds(70))
  }

  @Test("A client that hangs up at once does not make its requests seem quick")
  func hangingUp() {
    var pool = pool()
    let times = RunningTimes.known(800)
    for request in 0..<100 {
      #expect(pool.lease(PoolFixture.load(1, times), now: after(request)) == "c16")
      _ = pool.release("c16", as: .incomplete, now: after(request))
    }
    #expect(times.mean! > .milliseconds(700))
  }

  @Test("A request that was not answered costs the time that was expected of it, and makes no other seem long")
  func outage() {
    var pool = pool()
    let times = RunningTimes.known(4)
    for request in 0..<12 {
      let connection = pool.lease(PoolFixture.load(1, times), now: after(20_000 * request))
      // The time is charged while the request runs.
      _ = pool.tick(now: after(20_000 * request + 11_000))
      #expect(pool.state.throttledKeys(after(20_000 * request + 11_000)) == 1)
      _ = pool.release(connection!, as: request < 11 ? .lost : .incomplete, now: after(20_000 * request + 12_000))
      #expect(pool.state.throttledKeys(after(20_000 * request + 12_000)) == (request < 11 ? 0 : 1))
      if request < 11 { #expect(times.mean! < .milliseconds(5)) }
    }
    #expect(times.mean! > .milliseconds(5))
  }

  @Test("A request of another key is served before those of a key that waits already")
  func order() {
    var pool = pool(size: 1, preferredSize: 1)
    for waiter in 1...5 { _ = pool.wait(waiter, PoolFixture.load(1), now: start) }
    _ = pool.wait(6, PoolFixture.load(2), now: after(1))
    _ = pool.wait(7, PoolFixture.load(2), now: after(1))
    #expect(words(pool.release("c1", now: after(10))) == ["hand c1 to 6"])
    // Both have had a request now; the first took longer.
    #expect(words(pool.release("c1", now: after(12))) == ["hand c1 to 7"])
    #expect(words(pool.release("c1", now: after(40))) == ["hand c1 to 2"])
  }

  @Test("A key whose database time is used up has one long request under way, and is told when it has time again")
  func throttling() {
    var fair = FairLimits()
    fair.maxLong = 2
    var pool = pool(fair)
    let long = RunningTimes.known(800)
    for waiter in 1...2 { #expect(words(pool.wait(waiter, PoolFixture.load(1, long), now: start)).count == 1) }
    #expect(words(pool.wait(3, PoolFixture.load(1, long), now: after(10))) == [])
    // 3 seconds were used, of 2 that there are at once.
    #expect(words(pool.release("c16", now: after(1500))) == [])
    #expect(words(pool.release("c15", now: after(1500))).count == 1)
    #expect(words(pool.wait(4, PoolFixture.load(1, long), now: after(1600))) == [])
    // It waits for itself: others do not.
    #expect(words(pool.wait(5, PoolFixture.load(2), now: after(1700))).count == 1)
    #expect(pool.refusal(of: PoolFixture.load(2), at: after(2200)) == nil)
    let error = pool.refusal(of: PoolFixture.load(1), at: after(2200))
    guard case .throttled(let seconds)? = error?.reason else {
      Issue.record("\(String(describing: error)) is no throttling")
      return
    }
    // The bucket fills by 0.2 seconds a second.
    #expect((8...12).contains(seconds))
    #expect(pool.state.throttledKeys(after(2200)) == 1)
    #expect(pool.state.throttledKeys(after(13_000)) == 0)
  }

  @Test("Where too many wait, the last request of the key with the most makes room")
  func displacement() {
    var pool = pool(size: 1, preferredSize: 1, maxWaiters: 4)
    for waiter in 1...5 { _ = pool.wait(waiter, PoolFixture.load(1), now: start) }
    #expect(words(pool.wait(6, PoolFixture.load(1), now: start)) == ["refuse 6: poolTimeout"])
    #expect(words(pool.wait(7, PoolFixture.load(2), now: start)) == ["refuse 5: poolTimeout"])
    #expect(words(pool.wait(8, PoolFixture.load(3), now: start)) == ["refuse 4: poolTimeout"])
    #expect(words(pool.wait(9, PoolFixture.load(4), now: start)) == ["refuse 3: poolTimeout"])
    #expect(words(pool.wait(10, PoolFixture.load(5), now: start)) == ["refuse 10: poolTimeout"])
    #expect(pool.statistics.waiting == 4)
  }

  @Test("So many requests of a key wait, and one more is refused")
  func waitersOfAKey() {
    var fair = FairLimits()
    fair.maxWaitersPerKey = 2
    var pool = pool(size: 1, preferredSize: 1, fair)
    for waiter in 1...3 { _ = pool.wait(waiter, PoolFixture.load(1), now: start) }
    #expect(words(pool.wait(4, PoolFixture.load(1), now: start)) == ["refuse 4: poolTimeout"])
    #expect(words(pool.wait(5, PoolFixture.load(2), now: start)) == [])
  }

  @Test("A flood of keys takes no more memory than so many, and none that has used its time up is forgotten for them")
  func keys() {
    var fair = FairLimits()
    fair.maxKeys = 100
    var pool = pool(size: 2, preferredSize: 2, maxWaiters: 10, fair)
    let heavy = PoolFixture.load(1, .known(900))
    #expect(pool.lease(heavy, now: start) == "c2")
    _ = pool.release("c2", now: after(3000))
    #expect(pool.state.throttledKeys(after(3000)) == 1)
    for key in 2..<5000 {
      #expect(pool.lease(PoolFixture.load(key), now: after(3000)) == "c2")
      _ = pool.release("c2", now: after(3000))
    }
    #expect(pool.statistics.keys == 100)
    #expect(pool.state.throttledKeys(after(3000)) == 1)
    // Those under way are never forgotten, though nothing else is remembered.
    #expect(pool.lease(PoolFixture.load(6000), now: after(3001)) == "c2")
    for key in 7000..<7500 {
      #expect(pool.lease(PoolFixture.load(key), now: after(3001)) == "c1")
      _ = pool.release("c1", now: after(3001))
    }
    #expect(words(pool.release("c2", now: after(3002))) == [])
    #expect(pool.statistics.leased == 0)
  }

  @Test("The program's own work comes first, and is not charged")
  func process() {
    var pool = pool(size: 1, preferredSize: 1)
    for waiter in 1...3 { _ = pool.wait(waiter, PoolFixture.load(waiter), now: start) }
    #expect(words(pool.wait(4, .process, now: after(400))) == [])
    #expect(pool.refusal(of: .process, at: after(400)) == nil)
    #expect(words(pool.release("c1", now: after(1000))) == ["hand c1 to 4"])
    #expect(words(pool.release("c1", now: after(1900))) == ["hand c1 to 2"])
    #expect(pool.state.throttledKeys(after(1900)) == 0)
    #expect(pool.statistics.databaseTime[0] == .milliseconds(900))
    #expect(pool.statistics.databaseTime[1] == .milliseconds(1000))
  }

  @Test("One unusually slow request changes what is expected of its plan by little, many by as much as they take")
  func runningTimes() {
    let times = RunningTimes()
    #expect(times.mean == nil)
    for _ in 0..<50 { times.note(.milliseconds(2)) }
    times.note(.seconds(5))
    #expect(times.mean! < .milliseconds(5))
    for _ in 0..<60 { times.note(.seconds(5)) }
    #expect(times.mean! > .seconds(4))
  }
}
