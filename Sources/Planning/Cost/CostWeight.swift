/// The costs of parts of an operation, in the unit of a value or of a row that is read and written.
enum CostWeight {
  /// A statement, however little it reads.
  static let statement = 10
  /// A read of other rows for a row of the answer: a count, a sum.
  static let read = 10
  /// How many rows a filter or an order reads, or compares, for one unit. PostgreSQL takes 1 or 2 µs for them.
  static let scannedRows = 16
  /// How many characters a filter searches for one unit. PostgreSQL takes some 2 µs for them.
  static let searchedCharacters = 512
  /// A field of the mutation type: a transaction of its own, with its locks and its COMMIT.
  static let mutation = 100
  /// `__schema` or `__type`: about what the query costs that tools send.
  static let introspection = 5_000
}
