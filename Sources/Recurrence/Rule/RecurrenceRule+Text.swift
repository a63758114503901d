extension RecurrenceRule {
  /// The form of `UNTIL`, which RFC 5545 takes from that of the start.
  package enum UntilForm: Sendable {
    /// A day, for events that are all day.
    case day
    /// The end of the day in a zone, in UTC.
    case moment(ZoneClock)
  }

  /// The rule as RFC 5545 writes it, without `RRULE:`.
  ///
  ///     FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4
  package func text(until form: UntilForm) -> String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    Self.append(byMonth, "BYMONTH", to: &parts)
    Self.append(byMonthDay, "BYMONTHDAY", to: &parts)
    if !byDay.isEmpty { parts.append("BYDAY=\(writtenDays.map(\.text).joined(separator: ","))") }
    Self.append(bySetPos, "BYSETPOS", to: &parts)
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    if let count { parts.append("COUNT=\(count)") }
    if let until {
      switch form {
      case .day: parts.append("UNTIL=\(until.basicText)")
      case .moment(let clock):
        let end = LocalDateTime(seconds: clock.moment(of: until, .endOfDay))
        parts.append("UNTIL=\(end.basicText)Z")
      }
    }
    return parts.joined(separator: ";")
  }

  private static func append(_ numbers: [Int], _ name: String, to parts: inout [String]) {
    if !numbers.isEmpty { parts.append("\(name)=\(numbers.map { String($0) }.joined(separator: ","))") }
  }

  /// Days with a position and days without one hold together, which some readers (dateutil 2.9) take for days that must
  /// be both. There each one without a position is written as all five.
  private var writtenDays: [WeekdayPosition] {
    guard byDay.contains(where: { $0.position != nil }), byDay.contains(where: { $0.position == nil }) else { return byDay }
    var seen: Set<WeekdayPosition> = []
    return byDay.flatMap { entry in
      entry.position == nil ? (1...5).map { WeekdayPosition(entry.day, position: $0) } : [entry]
    }.filter { seen.insert($0).inserted }
  }
}

extension LocalDay {
  /// `YYYYMMDD`: a DATE of RFC 5545.
  package var basicText: String {
    let (year, month, day) = civil
    return Digits.text(year, 4) + Digits.text(month, 2) + Digits.text(day, 2)
  }

  /// Reads a DATE of RFC 5545.
  package init?(basic text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(9))
    guard bytes.count == 8, let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[4..<6]),
      let day = Digits.number(bytes[6..<8])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension LocalDateTime {
  /// `YYYYMMDDTHHMMSS`: a DATE-TIME of RFC 5545 without `Z`.
  package var basicText: String {
    let seconds = time.seconds
    return "\(day.basicText)T\(Digits.text(seconds / 3600, 2))\(Digits.text(seconds / 60 % 60, 2))\(Digits.text(seconds % 60, 2))"
  }

  /// Reads a DATE-TIME of RFC 5545 without `Z`. A leap second is the second before it.
  package init?(basic text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(16))
    guard bytes.count == 15, bytes[8] | 0x20 == UInt8(ascii: "t"), let day = LocalDay(basic: text.prefix(8)),
      let hour = Digits.number(bytes[9..<11]), let minute = Digits.number(bytes[11..<13]),
      let second = Digits.number(bytes[13..<15]), second <= 60,
      let time = LocalTime(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    self.init(day, time)
  }
}
