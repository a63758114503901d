import Testing

@testable import SampleData

struct CalendarDayTests {
  @Test(
    "Days are counted from 1970-01-01 and know their weekday, Monday first",
    arguments: [
      ("2000-01-01", 10_957, 5), ("2000-02-29", 11_016, 1), ("2026-09-07", 20_703, 0),
      ("2100-03-01", 47_541, 0),
    ])
  func numbers(text: String, number: Int, weekday: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.number == number)
    #expect(day.weekday == weekday)
  }

  @Test(
    "What is not a day of 2000 to 2999 is nil",
    arguments: [
      "", "2026-9-7", "2026-09-07 ", "2026/09/07", "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10",
      "2026-04-31", "2026-04-00", "1999-12-31", "3000-01-01", "-026-09-07", "2026-09-0x", "٢٠٢٦-٠٩-٠٧",
    ])
  func refused(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `Each day of four centuries is its year, month and day`() throws {
    let first = try #require(CalendarDay("2000-01-01"))
    let last = try #require(CalendarDay("2399-12-31"))
    #expect(last.number - first.number + 1 == 146_097)
    let lost = (first.number...last.number).first { number in
      let (year, month, day) = CalendarDay(number: number).civil
      return CalendarDay(year: year, month: month, day: day)?.number != number
    }
    #expect(lost == nil)
  }

  @Test func `The school year starts on a Monday`() {
    #expect(CalendarDay.startOfSchoolYear == CalendarDay(year: 2026, month: 9, day: 7))
    #expect(CalendarDay.startOfSchoolYear.weekday == 0)
  }
}
