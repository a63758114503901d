import Foundation
import Recurrence
import Testing

func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text + ":00")) }

func clock(_ name: String) throws -> ZoneClock { try #require(ZoneFolder.system.clock(named: name), "no zone \(name)") }

/// `2026-03-08 07:30Z`.
func utc(_ moment: Int) -> String {
  let local = ZoneClock.utc.local(at: moment)
  return "\(local.day) \(local.time.description.prefix(5))Z"
}

/// A rule as RFC 5545 writes it, with its start.
func recurrence(_ rule: String, _ start: String) throws -> Recurrence {
  try Recurrence(RecurrenceRule(reading: rule, time: nil, clock: .utc), start: day(start))
}

extension OccurrenceTime {
  /// The start in UTC, or the first day.
  var startText: String {
    switch self {
    case .days(let first, _): "\(first)"
    case .moments(let start, _): utc(start)
    }
  }

  var text: String {
    switch self {
    case .days(let first, let last): "\(first) to \(last)"
    case .moments(let start, let end): "\(utc(start)) to \(utc(end))"
    }
  }
}

extension Series {
  /// The occurrences of some days from one on, in UTC.
  func occurrences(from first: String, days: Int, _ clock: ZoneClock = .utc) throws -> [Occurrence] {
    occurrences(in: CalendarWindow(from: try day(first), days: days, clock: clock))
  }
}
