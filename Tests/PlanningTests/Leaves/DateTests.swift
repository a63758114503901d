import Testing

@testable import Planning

struct DateTests {
  @Test(
    "A day is written year, month, day",
    arguments: [
      (0, "2000-01-01"), (-1, "1999-12-31"), (59, "2000-02-29"), (60, "2000-03-01"), (365, "2000-12-31"),
      (366, "2001-01-01"), (-10957, "1970-01-01"), (9746, "2026-09-07"), (-36465, "1900-03-01"),
      (-36466, "1900-02-28"), (-730_119, "0001-01-01"), (-730_485, "0000-01-01"), (2_921_939, "9999-12-31"),
    ] as [(Int32, String)])
  func days(days: Int32, date: String) {
    #expect(LeafFormat.date.json(bigEndian(days)) == "\"\(date)\"")
  }

  @Test(
    "The infinities, and days outside of four-digit years, are refused",
    arguments: [Int32.max, .min, .max - 1, .min + 1, -730_486, 2_921_940])
  func bounds(days: Int32) {
    #expect(LeafFormat.date.json(bigEndian(days)) == nil)
  }

  @Test("A day has four bytes", arguments: [0, 3, 5, 8])
  func width(count: Int) {
    #expect(LeafFormat.date.json(Array(repeating: 0, count: count)) == nil)
  }

  @Test func `The turns of every year are those of a counted calendar`() throws {
    for year in 0...9999 {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        let days = Calendar.counted.days(year, month, day)
        let written = LeafFormat.date.json(bigEndian(Int32(days)))
        try #require(written == "\"\(Calendar.text(year, month, day))\"")
      }
    }
  }

  @Test func `Any day is that of a counted calendar`() throws {
    for _ in 0..<5000 {
      let (year, month) = (Int.random(in: 0...9999), Int.random(in: 1...12))
      let day = Int.random(in: 1...Calendar.length(ofMonth: month, in: year))
      let days = Int32(Calendar.counted.days(year, month, day))
      try #require(LeafFormat.date.json(bigEndian(days)) == "\"\(Calendar.text(year, month, day))\"")
    }
  }
}
