import Planning
import Recurrence
import SQL

extension MutationInput {
  /// A `Date` as a day; nil when it is absent or null.
  func day(_ name: String) throws(MutationFailure) -> LocalDay? {
    guard case .literal(let text, _)? = try date(name) else { return nil }
    return LocalDay(text)
  }

  /// A `Time`; nil when it is absent or null.
  func localTime(_ name: String) throws(MutationFailure) -> LocalTime? {
    guard case .literal(let text, _)? = try time(name) else { return nil }
    return LocalTime(text)
  }

  /// The IANA name of a `TimeZone` that this server knows; nil when it is absent or null.
  func zoneName(_ name: String) throws(MutationFailure) -> String? {
    guard case .text(let zone)? = try timeZone(name) else { return nil }
    if ZoneFolder.system.clock(named: zone) == nil {
      throw .invalid("\"\(name)\" is no time zone: \(zone).", at: path(of: name))
    }
    return zone
  }

  /// A `RecurrenceInput`; nil when it is absent or null.
  func recurrenceRule(_ name: String) throws(MutationFailure) -> RecurrenceRule? {
    guard let input = try object(name) else { return nil }
    guard let frequency = input.enumValue("frequency").flatMap(Frequency.init(rawValue:)) else {
      throw .invalid("\"frequency\" must be given.", at: input.path(of: "frequency"))
    }
    var days: [WeekdayPosition] = []
    for item in try input.items("byDay", atMost: 77) {
      guard let day = item.enumValue("day").flatMap(Weekday.init(name:)) else { continue }
      days.append(WeekdayPosition(day, position: try item.integer("position").map(Int.init)))
    }
    let (monthDays, months) = (try input.integers("byMonthDay", atMost: 62), try input.integers("byMonth", atMost: 12))
    let places = try input.integers("bySetPos", atMost: 366)
    let interval = try input.integer("interval").map(Int.init) ?? 1
    let weekStart = input.enumValue("weekStart").flatMap(Weekday.init(name:)) ?? .monday
    let (count, until) = (try input.integer("count").map(Int.init), try input.day("until"))
    do throws(RecurrenceProblem) {
      return try RecurrenceRule(
        frequency, interval: interval, byDay: days, byMonthDay: monthDays, byMonth: months, bySetPos: places, weekStart: weekStart,
        count: count, until: until)
    } catch {
      throw failure(error, at: name)
    }
  }

  /// The error for a rule, at the part of the input that is to blame.
  func failure(_ problem: RecurrenceProblem, at name: String) -> MutationFailure {
    let steps = problem.path.map { step in
      switch step {
      case .field(let field): field
      case .index(let index): "\(index)"
      }
    }
    return .invalid("\"\(([name] + steps).joined(separator: "."))\" \(problem.message).", at: path(of: name) + steps)
  }
}
