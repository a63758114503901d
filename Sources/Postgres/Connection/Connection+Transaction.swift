import SQL

extension Connection {
  /// Runs `body` in a transaction: COMMIT when it returns, unless it has finished the transaction itself, ROLLBACK when
  /// it throws before that. BEGIN goes with the first statements, and nothing at all is sent if there are none.
  /// - Throws: the error that `body` throws, or a `StatementError`. Where the answer to COMMIT was lost, its reason is
  ///   `.connection` and `isOutcomeUnknown` is true.
  package nonisolated(nonsending) func withTransaction<Result>(
    isolation: IsolationLevel = .repeatableRead, readOnly: Bool = false,
    _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    let number = try open(isolation.begin(readOnly: readOnly))
    do {
      let result = try await body(PostgresTransaction(connection: self, number: number))
      if !isFinished(number) { _ = try await finish([], in: number) }
      return result
    } catch {
      await rollBack(number)
      throw error
    }
  }

  private func open(_ begin: String) throws(StatementError) -> UInt64 {
    try beginUseOutsideTransaction()
    defer { endUse() }
    guard ownCondition == .idle else {
      throw StatementError(.statement(.objectNotInPrerequisiteState), message: "the connection is in use")
    }
    lastTransaction += 1
    transaction = .announced(lastTransaction, begin: begin)
    return lastTransaction
  }

  func run(
    _ list: [Statement], in number: UInt64
  ) async throws(StatementError) -> [Rows] {
    if list.isEmpty { return [] }
    for (index, statement) in list.enumerated() { try statement.check(index: index) }
    try beginUse(in: number)
    defer { endUse() }
    statements.beginBatch()
    try sendBeginIfNeeded()
    for (index, statement) in list.enumerated() { try send(statement, as: .statement(index: index)) }
    try sendEvictions()
    try sendSync()
    countRoundTrip()
    do throws(StatementError) {
      return try await receive(until: deadline(nil))
    } catch {
      throw error.reason == .timeout ? await stop(because: error) : error
    }
  }

  /// Claims the connection for a request of this transaction.
  func beginUse(in number: UInt64) throws(StatementError) {
    try beginUse()
    if transaction.isOpen(number) { return }
    endUse()
    throw StatementError(.statement(.noActiveTransaction), message: "the transaction is over")
  }

  func sendBeginIfNeeded() throws(StatementError) {
    guard case .announced(let number, let begin) = transaction else { return }
    transaction = .begun(number)
    try sendCommand(begin)
    if let settings = configuration.settingsStatement { try send(settings, as: .command) }
  }

  /// Sends the last statements and COMMIT at once; COMMIT alone if there are none. PostgreSQL skips COMMIT when a
  /// statement before it fails: then the transaction is still open, for `rollBack`.
  /// - Throws: also `.answerTooLarge`, which says whether the transaction was committed.
  func finish(
    _ list: [Statement], in number: UInt64
  ) async throws(StatementError) -> [Rows] {
    for (index, statement) in list.enumerated() { try statement.check(index: index) }
    try beginUse(in: number)
    defer { endUse() }
    if list.isEmpty, case .announced = transaction {
      finished(number)
      return []
    }
    let result: Result<[Rows], StatementError>
    var isCommitSent = false
    do {
      statements.beginBatch()
      try sendBeginIfNeeded()
      for (index, statement) in list.enumerated() { try send(statement, as: .statement(index: index)) }
      try sendCommit()
      isCommitSent = true
      try sendSync()
      countRoundTrip()
      // A task that is cancelled now still learns whether the transaction was committed.
      result = .success(try await hearOn(until: deadline(nil)))
    } catch {
      result = isCommitSent ? await outcome(after: error) : .failure(error)
    }
    switch result {
    case .success(let rows):
      finished(number)
      return rows
    case .failure(let failure):
      if failure.isCommitted { lastFinished = number }
      // A COMMIT that fails ends the transaction all the same.
      if !isLost, pipeline.isEmpty, handle.transactionStatus == .idle { transaction = .none }
      throw failure
    }
  }

  /// Sends the COMMIT of changes, whose outcome counts.
  func sendCommit() throws(StatementError) {
    (hasCommitted, isCommitExcluded) = (false, false)
    // Before COMMIT, so that none of what is sent can fail after it.
    try sendEvictions()
    try send(Statement(text: "COMMIT"), as: .commit)
  }

  private func finished(_ number: UInt64) {
    transaction = .none
    lastFinished = number
  }

  /// Whether the transaction has taken effect already.
  private func isFinished(_ number: UInt64) -> Bool {
    guard claim() else { return false }
    defer { endUse() }
    return lastFinished == number
  }

  /// Rolls back as far as that can be done at once. `settle()` does the rest: the pool calls it on a task of its own.
  private func rollBack(_ number: UInt64) async {
    guard claim() else { return }
    defer { endUse() }
    guard transaction.isOpen(number) else { return }
    if case .announced = transaction {
      transaction = .none
      return
    }
    if isLost || !pipeline.isEmpty || Task.isCancelled { return }
    let limit = ContinuousClock.now + ConnectionConfiguration.settleTimeout
    if (try? await sendRollback(until: limit)) != nil { transaction = .none }
  }

  func sendRollback(until deadline: ContinuousClock.Instant) async throws(StatementError) {
    try sendCommand("ROLLBACK")
    try sendSync()
    countRoundTrip()
    _ = try await receive(until: deadline, ignoringCancellation: true)
  }
}
