/// What an operation costs, in the unit of a value or of a row that is read and written.
enum CostWeight {
  /// A statement, however little it reads.
  static let statement = 10
  /// What is read from other rows for a row: a count, a sum, a filter or an order by what is behind a relation.
  static let read = 10
  /// A field of the mutation type: a transaction of its own, with its locks and its COMMIT.
  static let mutation = 100
  /// `__schema` or `__type`: about what the query costs that tools send.
  static let introspection = 5_000
}
