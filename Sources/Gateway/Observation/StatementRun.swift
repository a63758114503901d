import SQL

/// A statement that was run for a request, as its plan shows it.
struct StatementRun: Sendable {
  let text: String
  let rows: Int
  /// The time that PostgreSQL took for it; nil where its clock was not read.
  let microseconds: Int64?

  /// Reads PostgreSQL's clock between two statements: their results arrive together, and tell no time.
  private static let clock = Statement(text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::int8")

  /// Sends statements in one round trip, with the clock before, between and after them:
  ///
  ///     clock │ scope │ clock │ families │ clock │ members │ clock
  /// - Returns: the rows of the statements alone, and what each took.
  static func timed(
    _ statements: [Statement], _ send: ([Statement]) async throws(StatementError) -> [Rows]
  ) async throws(StatementError) -> (rows: [Rows], runs: [StatementRun]) {
    let all = [clock] + statements.flatMap { [$0, clock] }
    let results: [Rows]
    do throws(StatementError) {
      results = try await send(all)
    } catch {
      var error = error
      // Behind the statements there may be COMMIT, which has no index of its own here.
      error.statementIndex = error.statementIndex.map { min(max(0, $0 - 1) / 2, statements.count) }
      throw error
    }
    guard results.count == all.count else { return (results, []) }
    let rows = statements.indices.map { results[2 * $0 + 1] }
    let times = (0...statements.count).map { results[2 * $0].count == 1 ? results[2 * $0].int8(row: 0, column: 0) : nil }
    let runs = statements.indices.map { index in
      let time = times[index].flatMap { begun in times[index + 1].map { $0 - begun } }
      return StatementRun(text: statements[index].text, rows: rows[index].count, microseconds: time)
    }
    return (rows, runs)
  }
}
