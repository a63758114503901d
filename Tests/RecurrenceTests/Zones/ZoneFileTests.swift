import Foundation
import Testing

@testable import Recurrence

struct ZoneFileTests {
  private static func bytes(_ zone: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(zone)")))
  }

  @Test("A name that is none has no clock", arguments: [
    "", "Nowhere/City", "../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "posix/UTC", "Europe", "Europe/", "Europe//Berlin",
    "europe/berlin", "Europe/Berlin\0", String(repeating: "A", count: 100),
  ])
  func names(_ name: String) {
    #expect(ZoneFolder.system.clock(named: name) == nil)
  }

  @Test func `No file that was cut off or altered ends the process`() throws {
    let whole = try Self.bytes("America/New_York")
    #expect(ZoneFile.clock(whole) != nil)
    for length in stride(from: 0, to: whole.count - 1, by: 7) { #expect(ZoneFile.clock(Array(whole.prefix(length))) == nil) }
    for var random in Run.randoms(4000, of: 30) {
      var bytes = whole
      for _ in 0..<random.between(1...4) {
        // The headers and the rule are short: most changes go there.
        let isAnywhere = random.once(in: 3)
        let place =
          isAnywhere ? random.below(bytes.count) : random.once(in: 2) ? random.below(44) : bytes.count - 1 - random.below(30)
        bytes[place] = UInt8(random.below(256))
      }
      guard let clock = ZoneFile.clock(bytes) else { continue }
      _ = clock.local(at: 1_800_000_000)
      _ = clock.moment(of: .first, .midnight)
      _ = clock.moment(of: .last, .endOfDay)
    }
    #expect(ZoneFile.clock([UInt8](repeating: 0, count: 100_000)) == nil)
  }

  @Test(
    "Rules of POSIX, by their changes in 2027",
    arguments: [
      ("EST5EDT,M3.2.0,M11.1.0", ["2027-03-14 07:00 -4", "2027-11-07 06:00 -5"]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2027-03-28 01:00 1", "2027-10-31 01:00 0"]),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2027-03-28 01:00 -1", "2027-10-31 01:00 -2"]),
      ("AAA0BBB,J60/0,J300/0", ["2027-03-01 00:00 1", "2027-10-26 23:00 0"]),
      ("AAA0BBB,59/0,299/0", ["2027-03-01 00:00 1", "2027-10-26 23:00 0"]),
      ("<+0545>-5:45", []), ("UTC0", []),
    ])
  func rules(_ text: String, _ expected: [String]) throws {
    let rule = try #require(ZoneRule(Array(text.utf8)[...]))
    let changes = rule.changes(after: nil).filter { ZoneClock.utc.day(at: $0.moment).civil.year == 2027 }
    let texts = changes.map { change in
      let local = ZoneClock.utc.local(at: change.moment)
      return "\(local.day) \(local.time.description.prefix(5)) \(change.offset / 3600)"
    }
    #expect(texts == expected)
  }

  @Test(
    "Text that is no rule",
    arguments: [
      "", "E5", "EST", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "<EST5",
      "EST5EDT,M3.2.0,M11.1.0x", "EST168",
    ])
  func notRules(_ text: String) {
    #expect(ZoneRule(Array(text.utf8)[...]) == nil)
  }

  @Test func `Days and months are those of the calendar`() throws {
    var number = LocalDay.first.number
    #expect(LocalDay.first.description == "0001-01-01")
    #expect(LocalDay.last.description == "9999-12-31")
    for year in 1...9999 {
      for month in 1...12 {
        let month = CalendarMonth(year: year, month: month)
        #expect(month.firstNumber == number)
        number += month.length
      }
    }
    #expect(number == LocalDay.last.number + 1)
    #expect(LocalDay(number: number) == nil)
    for var random in Run.randoms(1000, of: 31) {
      let day = random.day(1...9998)
      #expect(LocalDay(day.description) == day)
      #expect(LocalDay(basic: day.basicText) == day)
    }
    for text in ["2026-02-29", "2026-13-01", "2026-00-01", "0000-01-01", "2026-1-01", "2026-09-07 ", "٢٠٢٦-09-07"] {
      #expect(LocalDay(text) == nil)
    }
  }
}
