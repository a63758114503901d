/// What the filters of an operation may cost, whatever the request says.
package enum FilterBounds {
  /// How many filters may be inside each other: those of relations, and `and`, `or` and `not`.
  package static let depth = 8
  /// Through how many lists a filter may go, one inside the other: PostgreSQL holds each row of one against those of the
  /// next.
  package static let lists = 2
  /// How many comparisons, relations and parts of `and` and `or` all filters of an operation may have together, each
  /// counted wherever the plan needs it: lists below a list repeat its filter.
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
