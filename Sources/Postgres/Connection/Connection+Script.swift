internal import CLibpq
package import SQL

extension Connection {
  /// Runs a script of several statements, such as a file for `psql -f` without its commands. PostgreSQL runs
  /// it in one transaction unless the script opens its own.
  /// - Throws: the failure of the first statement that failed, with its line in the message.
  package func execute(
    script: String, deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) {
    try beginUseOutsideTransaction()
    defer { endUse() }
    try await sendSimpleQuery(script)
    try await finishSimpleQuery(until: self.deadline(deadline), script: script)
  }

  func execute(
    script: String, deadline: ContinuousClock.Instant?, in number: UInt64
  ) async throws(StatementError) {
    try await begin(number)
    try beginUse(in: number)
    defer { endUse() }
    try await sendSimpleQuery(script)
    try await finishSimpleQuery(until: self.deadline(deadline), script: script)
    guard handle.transactionStatus == .inTransaction else {
      throw StatementError(
        .statement(.noActiveTransaction), message: "the script ended the transaction that it was run in")
    }
  }

  /// Sends the BEGIN that no statement has taken along yet.
  func begin(_ number: UInt64) async throws(StatementError) {
    try beginUse(in: number)
    defer { endUse() }
    guard case .announced = transaction else { return }
    statements.beginBatch()
    try sendBeginIfNeeded()
    try sendSync()
    countRoundTrip()
    _ = try await receive(until: deadline(nil))
  }

  /// Leaves pipeline mode, in which libpq refuses several statements in one text, and sends the text.
  func sendSimpleQuery(_ text: String) async throws(StatementError) {
    if text.utf8.contains(0) {
      throw StatementError(.statement(SQLState(rawValue: "22021")), message: "the text has a null byte")
    }
    if PQexitPipelineMode(handle.pointer) == 0 { throw lost() }
    if PQsendQuery(handle.pointer, text) == 0 { throw lost() }
    countRoundTrip()
  }

  /// Hears all results and goes back to pipeline mode.
  func finishSimpleQuery(
    until deadline: ContinuousClock.Instant?, script: String = "", ignoringCancellation: Bool = false
  ) async throws(StatementError) {
    var failure: StatementError?
    while let result = try await nextResult(until: deadline, ignoringCancellation) {
      switch result.status {
      case .tuplesOK, .commandOK, .emptyQuery: break
      case .copyIn:
        if PQputCopyEnd(handle.pointer, "a script has no rows for COPY FROM STDIN") < 0 { throw lost() }
      case .fatalError:
        let error = result.error()
        if result.endsConnection { throw lost(error.message) }
        if failure == nil { failure = error.atLine(result.line(in: script)) }
      default:
        throw lost("PostgreSQL answered with result status \(result.status.rawValue) to a script")
      }
    }
    if handle.isBad || PQenterPipelineMode(handle.pointer) == 0 { throw lost() }
    if let failure { throw failure }
  }
}

extension ResultHandle {
  /// The line, counted from 1, that PostgreSQL points at.
  fileprivate func line(in script: String) -> Int? {
    guard let position = diagnostic(.position).flatMap({ Int($0) }) else { return nil }
    // PostgreSQL counts characters in its sense: code points.
    return script.unicodeScalars.prefix(position - 1).count { $0 == "\n" } + 1
  }
}

extension StatementError {
  fileprivate func atLine(_ line: Int?) -> StatementError {
    guard let line else { return self }
    var error = self
    error.message = "line \(line): \(message)"
    return error
  }
}
