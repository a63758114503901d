import SignedPaths
import Testing

struct PathSlotTests {
  @Test(
    "A slot begins every quarter of an hour",
    arguments: [(0, 0), (899, 0), (900, 1), (1_790_000_000, 1_988_888), (-1, 0)] as [(Int64, UInt32)])
  func number(now: Int64, number: UInt32) {
    #expect(PathSlot(at: now).number == number)
  }

  @Test("An address is good to the end of the slot after its own")
  func goodUntil() {
    let slot = PathSlot(number: 10)
    #expect(slot.end == 10_800)
    #expect(slot.secondsLeft(at: 9_000) == 1_800)
    #expect(slot.secondsLeft(at: 10_799) == 1)
    #expect(slot.secondsLeft(at: 10_800) == nil)
  }

  @Test("A clock that is behind takes an address of the next slot, and none of a later one")
  func ahead() {
    #expect(PathSlot(number: 10).secondsLeft(at: 8_999) == 1_801)
    #expect(PathSlot(number: 10).secondsLeft(at: 8_100) == 2_700)
    #expect(PathSlot(number: 10).secondsLeft(at: 8_099) == nil)
  }

  @Test("No number of a slot overflows")
  func extremes() {
    #expect(PathSlot(number: .max).secondsLeft(at: 0) == nil)
    #expect(PathSlot(at: .max).number == .max)
    #expect(PathSlot(at: .min).secondsLeft(at: .min) == 1_800)
  }
}
