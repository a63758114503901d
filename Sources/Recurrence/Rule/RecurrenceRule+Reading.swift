extension RecurrenceRule {
  /// In bytes. Longer texts are refused unread: no rule within the bounds is as long.
  static let maximumTextLength = 4096

  /// Reads a rule of RFC 5545, without `RRULE:`.
  /// - Parameters:
  ///   - time: the time of the start; nil if it is all day.
  ///   - clock: that of the zone of the series: `UNTIL` is a moment, and the day of it there is the last one.
  package init(reading text: String, time: LocalTime?, clock: ZoneClock) throws(RecurrenceProblem) {
    guard text.utf8.count <= Self.maximumTextLength else {
      throw RecurrenceProblem(message: "must have at most \(Self.maximumTextLength) bytes")
    }
    var parts = RuleParts()
    try parts.read(text)
    guard let frequencyText = parts.take("FREQ") else { throw RecurrenceProblem("frequency", message: "must be given as FREQ") }
    guard let frequency = Frequency(rawValue: frequencyText) else {
      throw RecurrenceProblem("frequency", message: "must be DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    let interval = try parts.takeNumbers("INTERVAL", "interval", maximum: 1).first ?? 1
    let byMonth = try parts.takeNumbers("BYMONTH", "byMonth", maximum: 12)
    let byMonthDay = try parts.takeNumbers("BYMONTHDAY", "byMonthDay", maximum: 62)
    let bySetPos = try parts.takeNumbers("BYSETPOS", "bySetPos", maximum: 366)
    let byDay = try parts.takeDays()
    let weekStart = try parts.takeWeekStart()
    let count = try parts.takeNumbers("COUNT", "count", maximum: 1).first
    let until = try parts.take("UNTIL").map { text throws(RecurrenceProblem) in try Self.until(text, time, clock) }
    // BYWEEKNO, BYYEARDAY, BYHOUR and other parts that no rule here has.
    if let name = parts.names.first { throw RecurrenceProblem(message: "must not have the part \(name.prefix(20))") }
    try self.init(
      frequency, interval: interval, byDay: byDay, byMonthDay: byMonthDay, byMonth: byMonth, bySetPos: bySetPos,
      weekStart: weekStart, count: count, until: until)
  }

  /// The last day on which a start is not after `UNTIL`.
  private static func until(_ text: String, _ time: LocalTime?, _ clock: ZoneClock) throws(RecurrenceProblem) -> LocalDay {
    if let day = LocalDay(basic: text) { return day }
    let isUniversal = text.hasSuffix("Z")
    guard let given = LocalDateTime(basic: isUniversal ? text.dropLast() : text[...]) else {
      throw RecurrenceProblem("until", message: "must be a day or a moment such as 20261231T225959Z")
    }
    guard let time else { return isUniversal ? clock.day(at: given.seconds) : given.day }
    let moment = isUniversal ? given.seconds : clock.moment(of: given)
    // A start in a gap may be on the day after its own: the moments decide.
    var day = clock.day(at: moment).adding(days: 1)
    while day > .first, clock.moment(of: day, time) > moment { day = day.adding(days: -1) }
    return day
  }
}

/// The parts of a rule as text, by their names in capitals.
private struct RuleParts {
  private var values: [String: String] = [:]

  var names: [String] { values.keys.sorted() }

  mutating func read(_ text: String) throws(RecurrenceProblem) {
    // `FREQ=DAILY;` is not the grammar, and frequent.
    for part in text.uppercased().split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else {
        throw RecurrenceProblem(message: "must have parts such as FREQ=WEEKLY")
      }
      let name = String(part[..<equals])
      guard values.updateValue(String(part[part.index(after: equals)...]), forKey: name) == nil else {
        throw RecurrenceProblem(message: "must have the part \(name.prefix(20)) once")
      }
    }
  }

  mutating func take(_ name: String) -> String? { values.removeValue(forKey: name) }

  mutating func takeNumbers(_ name: String, _ field: String, maximum: Int) throws(RecurrenceProblem) -> [Int] {
    guard let text = take(name) else { return [] }
    let words = try Self.words(text, field, maximum: maximum)
    var numbers: [Int] = []
    for word in words {
      guard let number = Self.number(word) else { throw RecurrenceProblem(.field(field), message: "must be a whole number") }
      numbers.append(number)
    }
    return numbers
  }

  mutating func takeDays() throws(RecurrenceProblem) -> [WeekdayPosition] {
    guard let text = take("BYDAY") else { return [] }
    var days: [WeekdayPosition] = []
    for word in try Self.words(text, "byDay", maximum: 77) {
      guard let day = Self.weekday(word.suffix(2)), word.utf8.count >= 2 else {
        throw RecurrenceProblem("byDay", .index(days.count), message: "must be a day such as MO or -1FR")
      }
      let position = word.dropLast(2)
      if position.isEmpty {
        days.append(WeekdayPosition(day))
      } else if let position = Self.number(position) {
        days.append(WeekdayPosition(day, position: position))
      } else {
        throw RecurrenceProblem("byDay", .index(days.count), message: "must be a day such as MO or -1FR")
      }
    }
    return days
  }

  mutating func takeWeekStart() throws(RecurrenceProblem) -> Weekday {
    guard let text = take("WKST") else { return .monday }
    guard let day = Self.weekday(text[...]) else { throw RecurrenceProblem("weekStart", message: "must be a day such as MO") }
    return day
  }

  private static func words(_ text: String, _ field: String, maximum: Int) throws(RecurrenceProblem) -> [Substring] {
    let words = text.split(separator: ",", maxSplits: maximum, omittingEmptySubsequences: false)
    guard words.count <= maximum else {
      throw RecurrenceProblem(.field(field), message: maximum == 1 ? "must be one value" : "must have at most \(maximum) values")
    }
    return words
  }

  private static func weekday(_ code: Substring) -> Weekday? { Weekday.allCases.first { $0.code == code } }

  /// A number with or without a sign, of at most 9 digits.
  private static func number(_ text: Substring) -> Int? {
    let isNegative = text.first == "-"
    let digits = isNegative || text.first == "+" ? text.dropFirst() : text
    return Digits.number(Array(digits.utf8)[...]).map { isNegative ? -$0 : $0 }
  }
}
