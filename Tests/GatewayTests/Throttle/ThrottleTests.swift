import SQL
import Domain
import Testing

@testable import Gateway

/// Token buckets and counts of what is under way, at made-up times.
@Suite struct ThrottleTests {
  private let start = ContinuousClock.now

  private func throttle(
    rate: Int? = 10, burst: Int = 3, concurrency: Int? = nil, maximumCount: Int = 100, shards: Int = 1
  ) -> Throttle<Int> {
    Throttle(
      ThrottleLimits(rate: rate, burst: burst, concurrency: concurrency), maximumCount: maximumCount, shards: shards)
  }

  /// Whether a request that is answered at once is let through.
  private func ask(_ throttle: Throttle<Int>, _ key: Int = 1, at milliseconds: Int) -> Throttle<Int>.Refusal? {
    let refusal = throttle.begin(key, now: start + .milliseconds(milliseconds))
    if refusal == nil { throttle.end(key) }
    return refusal
  }

  @Test("As many as the burst may come at once, then one in each interval, and the refusal says when")
  func edge() {
    let throttle = throttle()
    for _ in 0..<3 { #expect(ask(throttle, at: 0) == nil) }
    #expect(ask(throttle, at: 0) == .rate(until: .milliseconds(100)))
    #expect(ask(throttle, at: 99) == .rate(until: .milliseconds(1)))
    #expect(ask(throttle, at: 100) == nil)
    #expect(ask(throttle, at: 100) == .rate(until: .milliseconds(100)))
    // A refused request takes no token.
    for _ in 0..<50 { #expect(ask(throttle, at: 150) != nil) }
    #expect(ask(throttle, at: 200) == nil)
  }

  @Test("A bucket holds no more than the burst, however long it fills")
  func fills() {
    let throttle = throttle()
    for _ in 0..<3 { #expect(ask(throttle, at: 0) == nil) }
    for _ in 0..<3 { #expect(ask(throttle, at: 60_000) == nil) }
    #expect(ask(throttle, at: 60_000) == .rate(until: .milliseconds(100)))
  }

  @Test("Over a long time no more get through than the rate and one burst", arguments: [1, 7, 13, 250])
  func longRun(step: Int) {
    let throttle = throttle(rate: 20, burst: 5)
    let passed = stride(from: 0, to: 10_000, by: step).count { ask(throttle, at: $0) == nil }
    let asked = (10_000 + step - 1) / step
    #expect(passed == min(asked, 200 + 4) || passed == min(asked, 200 + 5))
  }

  @Test("One key is not held up by another")
  func keys() {
    let throttle = throttle(burst: 1, shards: 4)
    for key in 0..<50 { #expect(ask(throttle, key, at: 0) == nil) }
    for key in 0..<50 { #expect(ask(throttle, key, at: 0) != nil) }
  }

  @Test("So many are answered at a time, and the next when one is over; what is refused takes no token")
  func concurrency() {
    let throttle = throttle(burst: 3, concurrency: 2)
    #expect(throttle.begin(1, now: start) == nil)
    #expect(throttle.begin(1, now: start) == nil)
    #expect(throttle.begin(1, now: start) == .concurrency)
    #expect(throttle.begin(2, now: start) == nil)
    throttle.end(1)
    #expect(throttle.begin(1, now: start) == nil)
    throttle.end(1)
    #expect(throttle.begin(1, now: start) == .rate(until: .milliseconds(100)))
  }

  @Test("Without a rate any number may come, and only so many at a time")
  func noRate() {
    let throttle = throttle(rate: nil, burst: 1, concurrency: 1)
    // Threads read the clock before they come to the lock: times may go back.
    for time in (0..<1000).reversed() { #expect(ask(throttle, at: time) == nil) }
    #expect(throttle.begin(1, now: start) == nil)
    #expect(throttle.begin(1, now: start) == .concurrency)
  }

  @Test("What a token sends whose session has ended counts for its network, not for its account")
  func ended() throws {
    let throttle = RequestThrottle(
      perViewer: ThrottleLimits(rate: 1, burst: 2, concurrency: nil),
      perNetwork: ThrottleLimits(rate: 1, burst: 3, concurrency: nil))
    let account = UUIDValue.random()
    let (thief, owner) = (Self.viewer(account), Self.viewer(account))
    let network = { ClientNetwork("203.0.113.5") }
    throttle.noteEnd(of: thief)
    for _ in 1...3 { throttle.end(try throttle.begin(thief, network: network)) }
    #expect(throws: RequestThrottle.TooMany.self) { try throttle.begin(thief, network: network) }
    for _ in 1...2 { throttle.end(try throttle.begin(owner, network: network)) }
    #expect(throws: RequestThrottle.TooMany.self) { try throttle.begin(owner, network: network) }
  }

  private static func viewer(_ account: UUIDValue) -> Viewer {
    .account(AccountViewer(accountID: account, sessionID: .random(), membership: nil))
  }

  @Test("What is known is bounded; what goes first is what is as good as unknown")
  func bound() {
    let throttle = throttle(burst: 1, maximumCount: 10)
    for key in 0..<10 { #expect(ask(throttle, key, at: key % 2 == 0 ? 60 : 0) == nil) }
    // Those of odd keys are full again.
    for key in 10..<15 { #expect(ask(throttle, key, at: 110) == nil) }
    #expect(throttle.count == 10)
    for key in [0, 2, 4, 6, 8] + Array(10..<15) { #expect(ask(throttle, key, at: 110) != nil, "\(key)") }
    // None is full: one that is nearest to it goes, and keys that come are let through all the same.
    for key in 100..<1000 { #expect(ask(throttle, key, at: 111) == nil) }
    #expect(throttle.count == 10)
  }

  @Test("What is under way is never forgotten")
  func running() {
    let throttle = throttle(rate: nil, burst: 1, concurrency: 1, maximumCount: 10)
    for key in 0..<9 { #expect(throttle.begin(key, now: start) == nil) }
    for key in 100..<200 { #expect(ask(throttle, key, at: 1) == nil) }
    for key in 0..<9 { #expect(throttle.begin(key, now: start) == .concurrency) }
    #expect(throttle.begin(9, now: start) == nil)
    #expect(throttle.count == 10)
    // There is no room to count for one more.
    #expect(throttle.begin(10, now: start) == .concurrency)
    throttle.end(3)
    #expect(throttle.begin(10, now: start) == nil)
    #expect(throttle.begin(3, now: start) == .concurrency)
  }

  @Test("Threads that ask at the same time get no more through than one")
  func threads() async {
    let throttle = throttle(rate: 1, burst: 100, shards: 4)
    let passed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { [self] in (0..<200).count { _ in ask(throttle, at: 0) == nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(passed == 100)
  }
}
