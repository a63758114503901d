import Memory
import SQL

/// The answers that a connection has received so far to the statements it sent.
struct HeardAnswers {
  /// The rows of the statements that have an index, in order.
  var answers: [Rows] = []
  /// The memory taken by the results of statements that are complete, in bytes.
  var bytes = 0
  /// How many bytes have come of a result that is not there in whole: never too many, but some may be left out.
  var unfinishedBytes = 0
  var reads = 0
  /// How much memory is held for rows: a step needs no asking.
  var reservedBytes = MemoryReservation.step
  /// Whether the rows are discarded.
  var discardsRows = false
  private var failure: StatementError?

  /// Records a failure. The first of several failed statements counts.
  mutating func fail(_ error: StatementError) {
    if failure == nil { failure = error }
  }

  /// Records the error that ends the connection: it takes precedence over earlier failures.
  mutating func breakOff(_ error: StatementError) { failure = error }

  /// The outcome of all statements; forgotten here, so that an idle connection holds no rows.
  mutating func end() -> Result<[Rows], StatementError> {
    defer { self = HeardAnswers() }
    if let failure { return .failure(failure) }
    return .success(answers)
  }
}
