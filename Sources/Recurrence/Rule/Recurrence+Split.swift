extension Recurrence {
  /// The parts of a series that is split before one of its days. `before` is nil if that is the first day.
  ///
  /// The first part has as its count the number of its days, those left out included; the other part the rest of the
  /// count, or the same end. Where the first part has more days than a count may have, it ends at the day before
  /// instead.
  ///
  ///     COUNT=6 from 2026-09-07, weekly, split at 2026-09-28: COUNT=3 and COUNT=3
  /// - Returns: nil if the rule does not yield the day.
  package func split(at day: LocalDay) throws(RecurrenceProblem) -> (before: Recurrence?, after: Recurrence)? {
    guard contains(day) else { return nil }
    if day == start { return (nil, self) }
    let count = count(before: day)
    let first =
      if let count { try rule.ending(count: count) } else { try rule.ending(until: day.adding(days: -1)) }
    var rest = rule
    if let total = rule.count, let count { rest = try rule.ending(count: total - count) }
    return (try Recurrence(first, start: start), try Recurrence(rest, start: day))
  }
}
