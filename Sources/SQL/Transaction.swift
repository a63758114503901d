/// A database transaction, in which statements see one snapshot and take effect together or not at all.
public protocol Transaction: Sendable {
  /// Sends all statements at once, in order, and waits for their results once: one round trip.
  /// - Returns: the rows of each statement, in the order of `statements`.
  /// - Throws: the failure of the first statement that failed; those after it were not run.
  func run(_ statements: [Statement]) async throws(StatementError) -> [Rows]
}
