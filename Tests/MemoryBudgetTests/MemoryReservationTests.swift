import Synchronization
import Testing

@testable import Memory

/// Memory as requests hold it.
@Suite struct MemoryReservationTests {
  private static let step = MemoryReservation.step
  private static let owner = MemoryOwner.account(1, 2)

  @Test("The first step of a request costs nothing, and the rest counts in steps")
  func steps() {
    let budget = MemoryBudget(capacity: 64 << 20)
    let memory = budget.reservation(for: Self.owner)
    #expect(memory.hold(Self.step / 2, for: .rows))
    #expect(memory.hold(Self.step / 2, for: .json))
    #expect(budget.statistics.held == 0)
    #expect(memory.hold(Self.step / 2 + 1, for: .json))
    #expect(budget.statistics.held == 2 * Self.step)
    #expect(memory.hold(0, for: .rows))
    #expect(budget.statistics.held == 0)
  }

  @Test("What is refused leaves what was held")
  func refusal() {
    let budget = MemoryBudget(capacity: 16 * Self.step)
    let memory = budget.reservation(for: Self.owner)
    #expect(memory.hold(10 * Self.step, for: .rows))
    #expect(!memory.hold(10 * Self.step, for: .json))
    #expect(budget.statistics.held == 10 * Self.step)
    #expect(budget.statistics.refusals == 1)
    #expect(memory.hold(2 * Self.step, for: .json))
  }

  @Test("What waits for a client counts to the byte, and is released with the last reference")
  func waiting() {
    let budget = MemoryBudget(capacity: 64 << 20)
    do {
      let memory = budget.reservation(for: Self.owner)
      memory.wait(holding: 1000) {}
      #expect(budget.statistics.held == 1000)
    }
    #expect(budget.statistics.held == 0)
  }

  @Test("A client is ended once, by whoever needs its memory")
  func ending() {
    let budget = MemoryBudget(capacity: 64 * Self.step)
    let ended = Mutex(0)
    let slow = budget.reservation(for: .network([1]))
    slow.wait(holding: 50 * Self.step) { ended.withLock { $0 += 1 } }
    let memory = budget.reservation(for: Self.owner)
    #expect(!memory.hold(40 * Self.step, for: .rows))
    #expect(ended.withLock { $0 } == 1)
    // Its bytes are there until it has let go of them.
    #expect(memory.hold(8 * Self.step, for: .rows))
    #expect(budget.statistics.ended == 1)
    withExtendedLifetime(slow) {}
  }
}
