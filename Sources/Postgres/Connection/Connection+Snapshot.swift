package import SQL

extension Connection {
  private static let begin = IsolationLevel.repeatableRead.begin(readOnly: true)

  /// Runs statements in one read-only snapshot, in one round trip.
  ///
  ///     BEGIN … READ ONLY; statement; statement; …; Sync; COMMIT; Sync
  ///
  /// If a statement fails, PostgreSQL skips the others up to the first Sync, and COMMIT rolls back: the
  /// connection is idle either way.
  /// - Parameter deadline: nil for the configuration's statement timeout.
  /// - Returns: the rows of each statement.
  /// - Throws: the failure of the first statement that failed; `.timeout`; `.connection`.
  package func snapshot(
    _ list: [Statement], deadline: ContinuousClock.Instant? = nil
  ) async throws(StatementError) -> [Rows] {
    if list.isEmpty { return [] }
    for (index, statement) in list.enumerated() { try statement.check(index: index) }
    try beginUseOutsideTransaction()
    defer { endUse() }

    statements.beginBatch()
    try sendCommand(Self.begin)
    if let settings = configuration.settingsStatement { try send(settings, as: .command) }
    for (index, statement) in list.enumerated() { try send(statement, as: .statement(index: index)) }
    try sendSync()
    try sendCommand("COMMIT")
    try sendEvictions()
    try sendSync()
    countRoundTrip()
    return try await receive(until: self.deadline(deadline))
  }
}
