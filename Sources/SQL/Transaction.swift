/// A database transaction: its statements take effect together or not at all. The isolation level decides which
/// changes of other transactions they see.
public protocol Transaction: Sendable {
  /// Sends all statements at once, in order, and waits for their results once: one round trip.
  /// - Returns: the rows of each statement, in the order of `statements`.
  /// - Throws: the failure of the first statement that failed; those after it were not run.
  func run(_ statements: [Statement]) async throws(StatementError) -> [Rows]

  /// Sends the last statements and COMMIT at once, and waits once: one round trip. The transaction is over then.
  /// - Returns: the rows of each statement.
  /// - Throws: the failure of the first statement that failed, or of COMMIT: then nothing takes effect. Where the
  ///   answer was lost, `isOutcomeUnknown` is true, and all of it may have taken effect. Cancelling the task does not
  ///   end the wait.
  func finish(_ statements: [Statement]) async throws(StatementError) -> [Rows]
}
