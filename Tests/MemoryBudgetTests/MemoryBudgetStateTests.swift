import Testing

@testable import Memory

/// The holdings of a memory budget, and those ended to make room, in every order of events.
@Suite struct MemoryBudgetStateTests {
  private typealias State = MemoryBudgetState<Int>
  private static let heavy = MemoryOwner.network([1])
  private static let other = MemoryOwner.network([2])
  private static let light = MemoryOwner.family(1, 2)
  private static let start = ContinuousClock.now

  private func state(capacity: Int = 4800, reserve: Int = 0, lightShare: Int = 100, overdraft: Int = 0) -> State {
    var limits = State.Limits(capacity: capacity)
    (limits.reserve, limits.lightShare, limits.overdraft) = (reserve, lightShare, overdraft)
    return State(limits: limits)
  }

  /// After so many seconds.
  private func at(_ seconds: Int) -> ContinuousClock.Instant { Self.start + .seconds(seconds) }

  @Test("What is held is counted until it is released, and nothing is left of it")
  func counting() {
    var state = state()
    #expect(state.hold(1, of: Self.heavy, bytes: 1000, now: at(0)).isGranted)
    #expect(state.hold(1, of: Self.heavy, bytes: 3000, now: at(0)).isGranted)
    #expect(state.hold(2, of: Self.other, bytes: 1000, now: at(0)).isGranted)
    #expect(state.held == 4000)
    #expect(state.hold(1, of: Self.heavy, bytes: 500, now: at(0)).isGranted)
    #expect(state.held == 1500)
    #expect(state.wait(1, of: Self.heavy, bytes: 700, now: at(1)).isEmpty)
    #expect(state.held == 1700)
    #expect(state.takeMostHeld() == 4000)
    #expect(state.takeMostHeld() == 1700)
    state.release(1)
    state.release(2)
    state.release(2)
    #expect(state.isEmpty)
  }

  @Test("What the server works on is not ended: the next has no memory")
  func working() {
    var state = state()
    _ = state.hold(1, of: Self.heavy, bytes: 4000, now: at(0))
    let (isGranted, ended) = state.hold(2, of: Self.other, bytes: 1000, now: at(0))
    #expect(!isGranted && ended.isEmpty)
    #expect(state.statistics.refusals == 1)
    #expect(state.held == 4000)
  }

  @Test("The slowest of the heaviest is ended, and no more than needed")
  func slowest() {
    var state = state(overdraft: 5000)
    for id in 1...4 { _ = state.wait(id, of: Self.heavy, bytes: 1000, now: at(0)) }
    _ = state.wait(5, of: Self.other, bytes: 800, now: at(0))
    for (id, bytes) in [(1, 900), (2, 100), (3, 500), (4, 900), (5, 0)] { state.move(id, bytes) }
    let (isGranted, ended) = state.hold(6, of: Self.light, bytes: 1500, now: at(10))
    #expect(isGranted)
    #expect(ended == [2, 3])
    #expect(state.statistics.ended == 2)
    #expect(state.leaving == 2000)
    state.release(2)
    state.release(3)
    #expect(state.leaving == 0)
    #expect(state.held == 1000 + 1000 + 800 + 1500)
  }

  @Test("Of those who have taken nothing the one that waits longest is the slowest")
  func longest() {
    var state = state(overdraft: 5000)
    for id in 1...4 { _ = state.wait(id, of: Self.heavy, bytes: 1000, now: at(5 - id)) }
    #expect(state.hold(5, of: Self.light, bytes: 1000, now: at(10)).ended == [4])
  }

  @Test("Small ones beside large ones are not ended, however slow they seem")
  func small() {
    var state = state(overdraft: 5000)
    for id in 1...4 { _ = state.wait(id, of: Self.heavy, bytes: 1000, now: at(0)) }
    for id in 1...4 { state.move(id, 1000 * id) }
    _ = state.wait(5, of: Self.heavy, bytes: 60, now: at(9))
    #expect(state.hold(6, of: Self.light, bytes: 1700, now: at(10)).ended == [1])
  }

  @Test("Nobody is ended for who holds more; who holds most ends its own")
  func heaviestAsks() {
    var state = state(overdraft: 5000)
    _ = state.hold(1, of: Self.heavy, bytes: 3000, now: at(0))
    _ = state.wait(2, of: Self.other, bytes: 1000, now: at(0))
    #expect(state.hold(3, of: Self.heavy, bytes: 1000, now: at(1)) == (false, []))
    _ = state.wait(4, of: Self.heavy, bytes: 500, now: at(1))
    #expect(state.hold(5, of: Self.heavy, bytes: 800, now: at(2)) == (true, [4]))
  }

  @Test("Bytes that are there already count, and end the slowest of the heaviest, if need be themselves")
  func waiting() {
    var state = state()
    _ = state.hold(1, of: Self.other, bytes: 4000, now: at(0))
    #expect(state.wait(2, of: Self.heavy, bytes: 900, now: at(0)) == [2])
    // It is not ended twice, and gets no more.
    #expect(state.wait(2, of: Self.heavy, bytes: 900, now: at(1)).isEmpty)
    #expect(!state.hold(2, of: Self.heavy, bytes: 10, now: at(1)).isGranted)
    state.release(2)
    #expect(state.held == 4000)
    #expect(state.leaving == 0)
  }

  @Test("The last of it is for those who hold little")
  func reserve() {
    var state = state(reserve: 800)
    #expect(state.hold(1, of: Self.heavy, bytes: 4000, now: at(0)).isGranted)
    #expect(!state.hold(2, of: Self.heavy, bytes: 50, now: at(0)).isGranted)
    #expect(!state.hold(3, of: Self.other, bytes: 200, now: at(0)).isGranted)
    for id in 4...11 { #expect(state.hold(id, of: .account(0, UInt64(id)), bytes: 100, now: at(0)).isGranted) }
    #expect(!state.hold(12, of: .account(0, 12), bytes: 100, now: at(0)).isGranted)
  }

  @Test("What was ended and is not released yet counts beyond a bound")
  func leaving() {
    var state = state(overdraft: 500)
    _ = state.wait(1, of: Self.heavy, bytes: 4000, now: at(0))
    #expect(state.hold(2, of: Self.light, bytes: 2000, now: at(1)) == (false, [1]))
    state.release(1)
    #expect(state.hold(2, of: Self.light, bytes: 2000, now: at(1)) == (true, []))
  }
}
