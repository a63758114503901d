import Testing

@testable import Server

@Suite struct BodyClockTests {
  /// - Parameter ticks: the bytes of each; nil for one in which the server reads nothing.
  private static func isFast(least: Int, _ ticks: [Int?]) -> [Bool] {
    var clock = BodyClock(least: least)
    return ticks.map { count in
      if let count { clock.count(count, isHeld: false) }
      return clock.tick(isHeld: count == nil)
    }
  }

  @Test("The bytes of any six ticks count together")
  func window() {
    #expect(Self.isFast(least: 60, [10, 10, 10, 10, 10, 10, 10]) == [true, true, true, true, true, true, true])
    #expect(Self.isFast(least: 60, [10, 10, 10, 10, 10, 9]) == [true, true, true, true, true, false])
    #expect(Self.isFast(least: 60, [60, 0, 0, 0, 0, 0, 0]) == [true, true, true, true, true, true, false])
    #expect(Self.isFast(least: 60, [0, 0, 0, 0, 0, 60, 0, 0]) == [true, true, true, true, true, true, true, true])
    #expect(Self.isFast(least: 60, [0, 0, 0, 0, 0, 0]) == [true, true, true, true, true, false])
  }

  @Test("A tick in which the server reads nothing is good, and so is the next, in which it began to read")
  func held() {
    #expect(Self.isFast(least: 60, [nil, 0, 0, 0, 0, 0, 0, 0]) == [true, true, true, true, true, true, true, false])
  }
}
