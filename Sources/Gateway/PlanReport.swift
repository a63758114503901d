import GraphQL
import Planning
import Domain

/// `extensions.plan` of a response, for clients that ask how their operation was answered, where the operator allows it.
///
///     {"roundTrips": 1, "microseconds": 1930, "levels": 4, "statements": [
///       {"trip": 1, "places": ["family.students"], "type": "Student", "sql": "SELECT …", "rows": 3, "microseconds": 84}]}
///
/// A statement without places is one of the scope, of the membership check or of a change. The texts have no values.
struct PlanReport {
  private let levels: Int
  private let record: RequestRecord
  private let trips: [[StatementRun]]
  /// The places and the type of each statement of the plan, by its text.
  private let outline: [String: String]

  /// - Returns: nil for a request whose session the database has not confirmed.
  init?(of plan: OperationPlan<Viewer>, _ record: RequestRecord) {
    guard record.confirmedAccount != nil, let trips = record.trips else { return nil }
    self.record = record
    self.trips = trips
    levels = plan.selections.reduce(0) { $0 + $1.levelCount }
    outline = Dictionary(
      plan.selections.flatMap { zip($0.texts, $0.outline).map { (key: $0, value: $1) } }, uniquingKeysWith: { first, _ in first })
  }

  var json: JSONValue {
    let time = record.databaseTime.components
    let microseconds = time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
    let statements = trips.enumerated().flatMap { trip, runs in runs.map { json(of: $0, trip: trip + 1) } }
    return .object([
      .init("roundTrips", .number("\(record.roundTrips)")), .init("microseconds", .number("\(microseconds)")),
      .init("levels", .number("\(levels)")), .init("statements", .array(statements)),
    ])
  }

  private func json(of run: StatementRun, trip: Int) -> JSONValue {
    // "planner.entries.student, latest.student Student"
    let words = outline[run.text]?.split(separator: " ").map { $0.trimmingSuffix(",") } ?? []
    return .object([
      .init("trip", .number("\(trip)")), .init("places", .array(words.dropLast().map { .string($0) })),
      .init("type", words.last.map { .string($0) } ?? .null), .init("sql", .string(run.text)), .init("rows", .number("\(run.rows)")),
      .init("microseconds", run.microseconds.map { .number("\($0)") } ?? .null),
    ])
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: String) -> String { String(hasSuffix(suffix) ? dropLast(suffix.count) : self) }
}
