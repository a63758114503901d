import Testing

@testable import Planning

struct TimestampTests {
  @Test(
    "A moment is written in UTC, with milliseconds",
    arguments: [
      (0, "2000-01-01T00:00:00.000Z"), (-1, "1999-12-31T23:59:59.999Z"),
      (-946_684_800_000_000, "1970-01-01T00:00:00.000Z"), (842_085_000_123_999, "2026-09-07T08:30:00.123Z"),
      (999, "2000-01-01T00:00:00.000Z"), (1000, "2000-01-01T00:00:00.001Z"),
      (86_399_999_999, "2000-01-01T23:59:59.999Z"), (86_400_000_000, "2000-01-02T00:00:00.000Z"),
      (-86_400_000_000, "1999-12-31T00:00:00.000Z"), (-86_400_000_001, "1999-12-30T23:59:59.999Z"),
      (5_140_800_000_000, "2000-02-29T12:00:00.000Z"), (-63_113_904_000_000_000, "0000-01-01T00:00:00.000Z"),
      (252_455_615_999_999_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func moments(microseconds: Int64, moment: String) {
    #expect(LeafFormat.timestamp.json(bigEndian(microseconds)) == "\"\(moment)\"")
  }

  @Test(
    "The infinities, and moments outside of four-digit years, are refused",
    arguments: [
      Int64.max, .min, .max - 1, .min + 1, -63_113_904_000_000_001, 252_455_616_000_000_000,
      -211_813_488_000_000_000,
    ])
  func bounds(microseconds: Int64) {
    #expect(LeafFormat.timestamp.json(bigEndian(microseconds)) == nil)
  }

  @Test("A moment has eight bytes", arguments: [0, 4, 7, 9])
  func width(count: Int) {
    #expect(LeafFormat.timestamp.json(Array(repeating: 0, count: count)) == nil)
  }

  @Test func `Any moment is that of a counted calendar`() throws {
    for _ in 0..<5000 {
      let (year, month) = (Int.random(in: 0...9999), Int.random(in: 1...12))
      let day = Int.random(in: 1...Calendar.length(ofMonth: month, in: year))
      let (hour, minute, second) = (Int.random(in: 0...23), Int.random(in: 0...59), Int.random(in: 0...59))
      let fraction = Int.random(in: 0...999_999)
      let seconds = ((Calendar.counted.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
      let clock = [hour, minute, second].map { Calendar.padded($0, to: 2) }.joined(separator: ":")
      let expected =
        "\"\(Calendar.text(year, month, day))T\(clock).\(Calendar.padded(fraction / 1000, to: 3))Z\""
      try #require(LeafFormat.timestamp.json(bigEndian(Int64(seconds * 1_000_000 + fraction))) == expected)
    }
  }
}
