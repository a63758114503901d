import Memory
import SQL

/// What a connection has heard so far of the answers to what it sent.
struct HeardAnswers {
  /// The rows of the statements that have an index, in order.
  var answers: [Rows] = []
  /// What the results of statements took in memory that are there in whole.
  var bytes = 0
  /// How many bytes have come of a result that is not there in whole: never too many, but some may be left out.
  var unfinishedBytes = 0
  var reads = 0
  /// How much memory is held for rows: a step needs no asking.
  var reservedBytes = MemoryReservation.step
  /// Whether nobody wants the rows any more.
  var discardsRows = false
  private var failure: StatementError?

  /// Of several statements that fail, the first counts.
  mutating func fail(_ error: StatementError) {
    if failure == nil { failure = error }
  }

  /// What ends the connection counts more than what failed before.
  mutating func breakOff(_ error: StatementError) { failure = error }

  /// What came of it all; forgotten here, so that an idle connection holds no rows.
  mutating func end() -> Result<[Rows], StatementError> {
    defer { self = HeardAnswers() }
    if let failure { return .failure(failure) }
    return .success(answers)
  }
}
