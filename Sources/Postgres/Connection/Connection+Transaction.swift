import SQL

extension Connection {
  /// Runs `body` in a transaction: COMMIT when it returns, ROLLBACK when it throws. BEGIN goes with the first
  /// statements, and nothing at all is sent if there are none.
  /// - Throws: what `body` throws, or a `StatementError`. Where the answer to COMMIT was lost, its reason is
  ///   `.connection` and `isOutcomeUnknown` is true.
  package nonisolated(nonsending) func withTransaction<Result>(
    isolation: IsolationLevel = .repeatableRead, readOnly: Bool = false,
    _ body: nonisolated(nonsending) (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    let number = try open(isolation.begin(readOnly: readOnly))
    let result: Result
    do {
      result = try await body(PostgresTransaction(connection: self, number: number))
    } catch {
      await rollBack(number)
      throw error
    }
    try await commit(number)
    return result
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
    return try await receive(until: deadline(nil))
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

  private func commit(_ number: UInt64) async throws(StatementError) {
    try beginUse(in: number)
    defer { endUse() }
    if case .announced = transaction {
      transaction = .none
      return
    }
    do {
      try send(Statement(text: "COMMIT"), as: .commit)
      try sendSync()
      countRoundTrip()
      // Whoever cancels the task now still learns whether the transaction was committed.
      _ = try await receive(until: deadline(nil), ignoringCancellation: true)
      transaction = .none
    } catch {
      if pipeline.isEmpty { transaction = .none }
      throw Self.commitFailure(error)
    }
  }

  /// An error that PostgreSQL reported says that nothing was committed; any other leaves it open.
  private static func commitFailure(_ error: StatementError) -> StatementError {
    if case .statement = error.reason { return error }
    var failure = StatementError(.connection, message: "the answer to COMMIT was lost: \(error.message)")
    failure.isOutcomeUnknown = true
    return failure
  }

  /// Rolls back as far as that can be done at once. What remains is left to `settle()`, which the pool calls
  /// on a task of its own.
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
