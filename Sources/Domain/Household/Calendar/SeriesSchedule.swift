import Planning
import Recurrence
import SQL

/// The days and times of a task or an event, with the rule of a series.
struct SeriesSchedule {
  /// Nil for a task without a day.
  var day: LocalDay?
  /// Nil: all day, or without a time.
  var time: LocalTime?
  var endDay: LocalDay?
  var endTime: LocalTime?
  var zone: String
  var rule: RecurrenceRule?
  /// Whether it is that of a series that there is.
  private(set) var isStored = false

  /// The number of days from the start to the end.
  private var dayShift: Int {
    guard let day, let endDay else { return 0 }
    return endDay.number - day.number
  }

  var clock: ZoneClock { ZoneFolder.system.clock(named: zone) ?? .utc }

  // MARK: Inputs

  /// The same with the changes of an input. Where it gives no end, the end keeps its distance by the clock.
  ///
  /// - Parameters:
  ///   - kind: a task ends where it starts.
  ///   - zone: the family's, for a zone that is null.
  func changed(by input: MutationInput, of kind: SeriesKind, zone home: String) throws(MutationFailure) -> SeriesSchedule {
    var new = self
    // A new series has what is left out, or null, by default.
    if isStored {
      for field in ["timeZone", "endDate"] where input.isNull(field) {
        throw .invalid("\"\(field)\" must not be null.", at: input.path(of: field))
      }
    }
    if input.isGiven("timeZone") { new.zone = try input.zoneName("timeZone") ?? home }
    if input.isGiven("recurrence") { new.rule = try input.recurrenceRule("recurrence") }
    let (dayField, timeField) = (kind.dayField, kind.timeField)
    if input.isGiven(dayField) {
      new.day = try input.day(dayField)
      if new.day == nil, kind == .event { throw .invalid("\"\(dayField)\" must not be null.", at: input.path(of: dayField)) }
    }
    if input.isGiven(timeField) { new.time = try input.localTime(timeField) }
    guard let start = new.day else {
      if new.time != nil {
        throw .invalid("\"\(timeField)\" needs a \"\(dayField)\".", at: input.path(of: input.isGiven(timeField) ? timeField : dayField))
      }
      if new.rule != nil {
        throw .invalid("\"recurrence\" needs a \"\(dayField)\".", at: input.path(of: input.isGiven("recurrence") ? "recurrence" : dayField))
      }
      (new.endDay, new.endTime) = (nil, nil)
      return new
    }
    let (endDay, endTime) =
      kind == .event ? (try input.day("endDate"), try input.localTime("endTime")) : (nil, nil)
    if endDay != nil || endTime != nil || kind == .task {
      new.endDay = endDay ?? (kind == .task ? start : start.adding(days: dayShift))
      new.endTime = endTime ?? (kind == .task || self.endTime == nil ? new.time : new.time == nil ? nil : self.endTime)
    } else {
      new.keepLength(of: self, from: start)
    }
    if input.isNull("endDate") { new.endDay = start }
    if input.isNull("endTime") {
      if isStored, new.time != nil { throw .invalid("\"endTime\" must not be null beside a \"time\".", at: input.path(of: "endTime")) }
      new.endTime = new.time
    }
    try new.check(input)
    return new
  }

  /// Puts the end where its distance from the start is as before.
  private mutating func keepLength(of former: SeriesSchedule, from start: LocalDay) {
    guard let time else {
      (endDay, endTime) = (start.adding(days: former.dayShift), nil)
      return
    }
    guard let formerTime = former.time, let formerEnd = former.endTime else {
      (endDay, endTime) = (start, time)
      return
    }
    let seconds = time.seconds + former.dayShift * 86_400 + formerEnd.seconds - formerTime.seconds
    endDay = start.adding(days: seconds / 86_400)
    endTime = LocalTime(seconds: seconds % 86_400)
  }

  /// Refuses an end that does not fit the start, and a rule that does not yield the first day.
  private func check(_ input: MutationInput) throws(MutationFailure) {
    guard let day else { return }
    let end = input.isGiven("endTime") ? "endTime" : input.isGiven("endDate") ? "endDate" : "time"
    do throws(LocalSpanProblem) {
      _ = try LocalSpan(day, time, endDay: endDay, endTime: endTime)
    } catch {
      switch error {
      case .endWithoutStart: throw .invalid("\"endTime\" needs a \"time\".", at: input.path(of: "endTime"))
      case .endBeforeStart: throw .invalid("The end must not be before the start.", at: input.path(of: end))
      case .tooLong: throw .invalid("An event lasts at most \(LocalSpan.maximumDays) days.", at: input.path(of: end))
      }
    }
    _ = try recurrence(input)
  }

  /// The days of the series; nil for what comes once.
  func recurrence(_ input: MutationInput) throws(MutationFailure) -> Recurrence? {
    guard let rule, let day else { return nil }
    do throws(RecurrenceProblem) {
      return try Recurrence(rule, start: day)
    } catch {
      throw input.failure(error, at: "recurrence")
    }
  }

  /// The series, for the days and the times of its occurrences; nil without a day.
  func series(_ input: MutationInput) throws(MutationFailure) -> Series? {
    guard let day, let span = try? LocalSpan(day, time, endDay: endDay, endTime: endTime) else { return nil }
    return Series(span, try recurrence(input), clock: clock)
  }

  // MARK: Columns

  /// The columns that keep it.
  func values(of kind: SeriesKind, _ input: MutationInput) throws(MutationFailure) -> [ColumnValue] {
    let days: [ColumnValue] =
      switch kind {
      case .task: [Self.value("due_date", day), Self.value("due_time", time)]
      case .event:
        [
          Self.value("date", day), Self.value("time", time), Self.value("end_date", endDay ?? day), Self.value("end_time", endTime),
        ]
      }
    return days + [ColumnValue("time_zone", sql: "known_time_zone(\(bind: .text(zone)))")] + (try ruleValues(input))
  }

  private func ruleValues(_ input: MutationInput) throws(MutationFailure) -> [ColumnValue] {
    guard let rule, let recurrence = try recurrence(input) else {
      return [
        ColumnValue("frequency", .null(.text)), ColumnValue("step", .null(.int4)), ColumnValue("by_day", .null(.textArray)),
        ColumnValue("by_month_day", .null(.int4Array)), ColumnValue("by_month", .null(.int4Array)),
        ColumnValue("by_set_pos", .null(.int4Array)), ColumnValue("week_start", .null(.text)), ColumnValue("count", .null(.int4)),
        ColumnValue("until", .null(.date)), ColumnValue("rule", .null(.text)), ColumnValue("last_day", .null(.date)),
      ]
    }
    let hasEnd = rule.count != nil || rule.until != nil
    return [
      ColumnValue("frequency", .text(rule.frequency.rawValue)), ColumnValue("step", .int4(Int32(rule.interval))),
      ColumnValue("by_day", .textArray(rule.byDay.map { ($0.position.map(String.init) ?? "") + $0.day.code })),
      ColumnValue("by_month_day", Self.array(rule.byMonthDay)), ColumnValue("by_month", Self.array(rule.byMonth)),
      ColumnValue("by_set_pos", Self.array(rule.bySetPos)), ColumnValue("week_start", .text(rule.weekStart.name)),
      ColumnValue("count", rule.count.map { .int4(Int32($0)) } ?? .null(.int4)), Self.value("until", rule.until),
      ColumnValue("rule", .text(rule.text(until: time == nil ? .day : .moment(clock)))),
      Self.value("last_day", hasEnd ? recurrence.end : nil),
    ]
  }

  private static func array(_ numbers: [Int]) -> SQLValue {
    .literal("{\(numbers.map(String.init).joined(separator: ","))}", .int4Array)
  }

  static func value(_ column: String, _ day: LocalDay?) -> ColumnValue {
    ColumnValue(column, day.map { .literal($0.description, .date) } ?? .null(.date))
  }

  static func value(_ column: String, _ time: LocalTime?) -> ColumnValue {
    ColumnValue(column, time.map { .literal($0.description, .time) } ?? .null(.time))
  }

  // MARK: Rows

  /// The texts of the columns of a row, in the order in which `init(_:row:from:)` reads them.
  static func expressions(of kind: SeriesKind) -> [(RowReference<Viewer>) -> SQL] {
    let days =
      switch kind {
      case .task: ["due_date", "due_time", "due_date", "due_time"]
      case .event: ["date", "time", "end_date", "end_time"]
      }
    let texts = days + ["time_zone", "frequency", "step", "week_start", "count", "until"]
    let arrays = ["by_day", "by_month_day", "by_month", "by_set_pos"]
    return texts.map { column in { row in "\(row[column])::text" } }
      + arrays.map { column in { row in "array_to_string(\(row[column]), ',')" } }
  }

  /// - Parameter first: the first of the columns.
  init(_ rows: Rows, row: Int, from first: Int) {
    func text(_ index: Int) -> String? { rows.text(row: row, column: first + index) }
    func list(_ index: Int) -> [Substring] { (text(index) ?? "").split(separator: ",") }
    func numbers(_ index: Int) -> [Int] { list(index).compactMap { Int($0) } }
    day = text(0).flatMap { LocalDay($0) }
    time = text(1).flatMap { LocalTime($0) }
    endDay = text(2).flatMap { LocalDay($0) }
    endTime = text(3).flatMap { LocalTime($0) }
    zone = text(4) ?? "UTC"
    isStored = true
    guard let frequency = text(5).flatMap(Frequency.init(rawValue:)) else { return }
    let days = list(10).compactMap { code -> WeekdayPosition? in
      guard let day = Weekday.allCases.first(where: { $0.code == code.suffix(2) }) else { return nil }
      return WeekdayPosition(day, position: Int(code.dropLast(2)))
    }
    // Checked when it was written.
    rule = try? RecurrenceRule(
      frequency, interval: text(6).flatMap { Int($0) } ?? 1, byDay: days, byMonthDay: numbers(11), byMonth: numbers(12),
      bySetPos: numbers(13), weekStart: text(7).flatMap { Weekday(name: $0) } ?? .monday, count: text(8).flatMap { Int($0) },
      until: text(9).flatMap { LocalDay($0) })
  }

  /// Without a day, in a zone.
  init(zone: String) { self.zone = zone }
}

/// A type of series.
enum SeriesKind {
  case task, event

  var dayField: String { self == .task ? "dueDate" : "date" }
  var timeField: String { self == .task ? "dueTime" : "time" }
  /// The column of `occurrences` that refers to it.
  var column: SeriesOccurrence.Column { self == .task ? .taskID : .eventID }
}
