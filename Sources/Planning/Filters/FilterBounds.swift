/// The most that the filters of an operation may have, whatever the request says. Their reads are part of the
/// operation's cost: see `ScanCost`.
package enum FilterBounds {
  /// How many filters may be inside each other: those of relations, and `and`, `or` and `not`.
  package static let depth = 8
  /// How many comparisons, relations and parts of `and` and `or` all filters of an operation may have together. A filter
  /// counts once for each list, count or group that the plan filters by it.
  package static let conditions = 200
  /// How many values `in` may have.
  package static let values = 200
  /// How many characters the text may have that another is looked for in.
  package static let pattern = 200
  /// How many characters any other text may have.
  package static let text = 1_000
  /// How many values a list may be ordered by.
  package static let orderTerms = 5
}
