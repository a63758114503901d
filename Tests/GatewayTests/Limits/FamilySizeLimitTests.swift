import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The cost limit of an operation for the rows that the family has.
@Suite(.serialized) struct FamilySizeLimitTests {
  private static let database = Task { try await SchoolDatabase("family_sizes", families: 2) }

  private static let search = (0..<5).map {
    "s\($0): assignmentsConnection(first: 1, where: {instructions: {contains: \"q\($0)\"}}) { nodes { id } }"
  }
  private static let summary = (0..<15).map {
    """
    m\($0): assignmentsSummary(where: {title: {ne: "q\($0)"}}) {
      count meanPercentage byWeek { count meanPercentage } byCourse { count meanPercentage }
    }
    """
  }

  private static func family(_ fields: [String]) -> String { "{ family { \(fields.joined(separator: " ")) } }" }

  /// Operations within the limits of every other kind that a family with as many rows as it may have waits for in vain.
  private static let operations = [
    family(search), family(summary),
    family([
      """
      students(first: 5) {
        \((1...5).map { "g\($0): gradePointAverageProgress(from: \"2025-01-0\($0)\", to: \"2026-01-31\", by: DAY) { firstDay gradePointAverage }" }.joined(separator: " "))
      }
      """
    ]),
  ]

  private static let few = [
    "{ family { name } }", family(["assignmentsConnection(first: 20) { nodes { title course { grade } } }"]),
    "{ family { courses(first: 50) { name grade } students { gradePointAverage assignments(first: 20) { title } } } }",
  ]

  /// The numbers that the database has counted for a family, where it says so.
  private static func set(rows: Int, bytes: Int, in database: SchoolDatabase) async throws {
    let script = """
      UPDATE family_usage SET rows = \(rows), bytes = \(bytes) WHERE kind = 'assignments'
      AND family_id = '\(database.demonstration.accounts[0].family)'
      """
    try await database.execute(script: script)
  }

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  @Test(arguments: operations)
  func `An operation that would take too long for the family's rows is refused, and says why`(_ operation: String) async throws {
    try await run { gateway, database in
      try await Self.set(rows: 72_000, bytes: 60 << 20, in: database)
      // The first request of a family brings what it has, in the same round trip.
      #expect(try await gateway.send(Self.few[1], as: database.parent).json.at("errors") == nil)
      #expect(gateway.pool.statistics.roundTrips == 1)
      let refused = await gateway.send(operation, as: database.parent)
      let error = try #require(try refused.json.at("errors", 0))
      #expect(error.at("extensions", "code")?.string == "LIMIT_EXCEEDED", "\(error)")
      #expect(error.at("extensions", "limit")?.string == "cost")
      #expect(error.at("extensions", "maximum") == .number("1000000"))
      #expect(error.at("message")?.string?.contains("72000 rows of assignments") == true, "\(error)")
    }
  }

  @Test(arguments: few)
  func `Few rows of many are answered as ever`(_ operation: String) async throws {
    try await run { gateway, database in
      try await Self.set(rows: 72_000, bytes: 60 << 20, in: database)
      for _ in 1...2 { #expect(try await gateway.send(operation, as: database.parent).json.at("errors") == nil) }
    }
  }

  @Test(arguments: operations + few)
  func `A family of the usual size is refused nothing for its rows`(_ operation: String) async throws {
    try await run { gateway, database in
      try await Self.set(rows: 2_000, bytes: 2 << 20, in: database)
      for _ in 1...2 {
        let errors = try await gateway.send(operation, as: database.parent).json.at("errors")
        #expect(errors == nil)
      }
    }
  }

  @Test func `Who has no membership any more does not learn how many rows there are`() async throws {
    try await run { gateway, database in
      try await Self.set(rows: 72_000, bytes: 60 << 20, in: database)
      #expect(try await gateway.send(Self.few[1], as: database.parent).json.at("errors") == nil)
      try await database.execute(script: "UPDATE sessions SET ended_at = now()")
      let refused = await gateway.send(Self.operations[0], as: database.parent)
      #expect(refused.outcome == .unauthenticated)
      try await database.execute(script: "UPDATE sessions SET ended_at = NULL")
    }
  }
}
