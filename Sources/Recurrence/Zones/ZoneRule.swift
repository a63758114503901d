/// The rule for the time after the last change that a file lists: the variable TZ of POSIX, with the hours of RFC 8536.
///
///     EST5EDT,M3.2.0,M11.1.0    from the second Sunday of March 02:00 to the first of November 02:00
///     IST-1GMT0,M10.5.0,M3.5.0/1
///     <+0545>-5:45              always the same
struct ZoneRule {
  /// A day of each year, and the time on the clock, from which the other offset holds.
  private enum Day {
    /// The number of a day from 1 January on, which is 0. Where 29 February does not count, it has no number.
    case number(Int, countsLeapDay: Bool)
    /// The first, second, … or last (5) such day of the week of a month.
    case weekday(Weekday, week: Int, month: Int)
  }

  private let standardOffset: Int
  private var saving: (offset: Int, from: (day: Day, time: Int), to: (day: Day, time: Int))?

  /// Nil if it is not a rule.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= 100 else { return nil }
    var reader = Reader(rest: text)
    guard reader.skipName(), let standard = reader.time() else { return nil }
    standardOffset = -standard
    if reader.rest.isEmpty { return }
    guard reader.skipName() else { return nil }
    var offset = standardOffset + 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let given = reader.time() else { return nil }
      offset = -given
    }
    guard let from = reader.change(), let to = reader.change(), reader.rest.isEmpty else { return nil }
    saving = (offset, from, to)
  }

  /// The changes after the last one that is known, to the last year that is listed.
  func changes(after last: OffsetChange?) -> [OffsetChange] {
    guard let saving else { return [] }
    let first = last.map { LocalDateTime(seconds: $0.moment).day.civil.year } ?? 1970
    var changes: [OffsetChange] = []
    guard first <= ZoneFile.lastListedYear else { return [] }
    for year in first...ZoneFile.lastListedYear {
      let from = seconds(saving.from, year) - standardOffset
      let to = seconds(saving.to, year) - saving.offset
      let both = [OffsetChange(moment: from, offset: saving.offset), OffsetChange(moment: to, offset: standardOffset)]
      for change in from < to ? both : both.reversed() where change.moment > (changes.last ?? last)?.moment ?? Int.min {
        changes.append(change)
      }
    }
    return changes
  }

  /// The local time of a change, in nominal seconds since 1970-01-01 00:00.
  private func seconds(_ change: (day: Day, time: Int), _ year: Int) -> Int {
    let number: Int
    switch change.day {
    case .number(let day, let countsLeapDay):
      let isLeap = CalendarMonth(year: year, month: 2).length == 29
      // 1 March is number 59 where 29 February has none.
      number = CalendarMonth(year: year, month: 1).firstNumber + day + (!countsLeapDay && isLeap && day >= 59 ? 1 : 0)
    case .weekday(let weekday, let week, let month):
      let month = CalendarMonth(year: year, month: month)
      let first = month.firstNumber
      var day = weekday.days(since: Weekday(dayNumber: first)) + 7 * (week - 1)
      while day >= month.length { day -= 7 }
      number = first + day
    }
    return number * 86_400 + change.time
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// `EST` or `<+0545>`.
    mutating func skipName() -> Bool {
      if skip("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let count = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }.count
      rest = rest.dropFirst(count)
      return count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard let number = Digits.number(digits), range ~= number else { return nil }
      rest = rest.dropFirst(digits.count)
      return number
    }

    /// `5`, `-5:45` or `+10:30:00`, in seconds.
    mutating func time() -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] {
        guard skip(":") else { break }
        guard let more = number(0...59) else { return nil }
        seconds += more * unit
      }
      return isNegative ? -seconds : seconds
    }

    /// `,M3.2.0/2`, `,J60` or `,59/-1`.
    mutating func change() -> (day: Day, time: Int)? {
      guard skip(","), let day = day() else { return nil }
      guard skip("/") else { return (day, 2 * 3600) }
      guard let time = time() else { return nil }
      return (day, time)
    }

    private mutating func day() -> Day? {
      if skip("M") {
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let day = number(0...6) else { return nil }
        // Weeks begin on Sunday there.
        return .weekday(Weekday.allCases[(day + 6) % 7], week: week, month: month)
      }
      if skip("J") { return number(1...365).map { .number($0 - 1, countsLeapDay: false) } }
      return number(0...365).map { .number($0, countsLeapDay: true) }
    }
  }
}
