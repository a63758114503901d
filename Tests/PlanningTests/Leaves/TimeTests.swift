import Testing

@testable import Planning

struct TimeTests {
  @Test(
    "A time of the day is written to the second",
    arguments: [
      (0, "00:00:00"), (30_600_000_000, "08:30:00"), (1, "00:00:00"), (999_999, "00:00:00"),
      (1_000_000, "00:00:01"), (86_399_999_999, "23:59:59"), (86_400_000_000, "24:00:00"),
    ] as [(Int64, String)])
  func times(microseconds: Int64, time: String) {
    #expect(LeafFormat.time.json(bigEndian(microseconds)) == "\"\(time)\"")
  }

  @Test("What is outside of a day is refused", arguments: [-1, 86_400_000_001, Int64.max, .min])
  func bounds(microseconds: Int64) {
    #expect(LeafFormat.time.json(bigEndian(microseconds)) == nil)
  }
}
