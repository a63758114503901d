extension RecurrenceRule {
  package static let maximumInterval = 400
  package static let maximumCount = 1000

  /// The work for one period of the rule: one step for a day, week or month that it looks at, and for each place in it that
  /// `bySetPos` names.
  package var stepsOfPeriod: Int { (frequency == .yearly ? 12 : 1) * (1 + bySetPos.count) }

  /// Checks each number by itself. The lists are those that were given, so that a path has the index of the client.
  func checkNumbers(
    _ byDay: [WeekdayPosition], _ byMonthDay: [Int], _ byMonth: [Int], _ bySetPos: [Int]
  ) throws(RecurrenceProblem) {
    guard 1...Self.maximumInterval ~= interval else {
      throw RecurrenceProblem("interval", message: "must be from 1 to \(Self.maximumInterval)")
    }
    for (index, entry) in byDay.enumerated() {
      guard let position = entry.position, !(1...5 ~= position.magnitude) else { continue }
      throw RecurrenceProblem("byDay", .index(index), "position", message: "must be from 1 to 5, or from -5 to -1")
    }
    for (index, day) in byMonthDay.enumerated() where !(1...31 ~= day.magnitude) {
      throw RecurrenceProblem("byMonthDay", .index(index), message: "must be from 1 to 31, or from -31 to -1")
    }
    for (index, month) in byMonth.enumerated() where !(1...12 ~= month) {
      throw RecurrenceProblem("byMonth", .index(index), message: "must be from 1 to 12")
    }
    for (index, place) in bySetPos.enumerated() where !(1...366 ~= place.magnitude) {
      throw RecurrenceProblem("bySetPos", .index(index), message: "must be from 1 to 366, or from -366 to -1")
    }
    if let count, !(1...Self.maximumCount ~= count) {
      throw RecurrenceProblem("count", message: "must be from 1 to \(Self.maximumCount)")
    }
  }

  /// Checks which parts may stand together.
  func checkPlaces() throws(RecurrenceProblem) {
    if count != nil, until != nil { throw RecurrenceProblem("until", message: "must not be given with count") }
    let hasMonths = frequency == .monthly || frequency == .yearly
    if !hasMonths, let index = byDay.firstIndex(where: { $0.position != nil }) {
      throw RecurrenceProblem("byDay", .index(index), "position", message: "needs the frequency MONTHLY or YEARLY")
    }
    if frequency == .weekly, !byMonthDay.isEmpty {
      throw RecurrenceProblem("byMonthDay", message: "must not be given with the frequency WEEKLY")
    }
    if frequency == .yearly, byMonth.isEmpty {
      if !byDay.isEmpty { throw RecurrenceProblem("byDay", message: "needs byMonth with the frequency YEARLY") }
      if !byMonthDay.isEmpty { throw RecurrenceProblem("byMonthDay", message: "needs byMonth with the frequency YEARLY") }
    }
    if !bySetPos.isEmpty {
      guard hasMonths else {
        throw RecurrenceProblem("bySetPos", message: "needs the frequency MONTHLY or YEARLY")
      }
      guard !byDay.isEmpty || !byMonthDay.isEmpty else {
        throw RecurrenceProblem("bySetPos", message: "needs byDay or byMonthDay")
      }
    }
  }
}
