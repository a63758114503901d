import SQL

extension ScopedRows {
  /// Checks the requirements of new rows, in one round trip.
  ///
  ///     SELECT (EXISTS (SELECT 1 FROM courses …)), …
  /// - Throws: the failure of the first requirement that is not met, in the order of the writes.
  func checkRequirements(
    _ writes: [(write: RowWrite<Viewer>, content: RowWrite<Viewer>.Content)]
  ) async throws(MutationFailure) {
    let required = writes.filter { !$0.content.requirements.isEmpty }
    if required.isEmpty { return }
    let results = try await run(
      required.map { write, content -> SQL in
        let row = statements.reference(to: write.entity)
        return "SELECT \(content.requirements.map { "(\($0.condition(row)))" }.joined(separator: ", "))"
      })
    for ((_, content), rows) in zip(required, results) {
      for (column, requirement) in content.requirements.enumerated() {
        guard case .failure(let failure) = requirement.unmet else { continue }
        if !rows.withCell(row: 0, column: column, { $0.first == 1 }) { throw failure(RequiredColumns(rows: rows, first: 0)) }
      }
    }
  }
}
