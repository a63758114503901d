import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// The rows and pages that PostgreSQL reads for filters through relations in a family that keeps much: 2,000
/// assignments with long texts. No other work on the machine changes these numbers.
@Suite(.serialized) struct FilterCostTests {
  private static let assignments = 2_000
  private static let database = Task {
    let database = try await SchoolDatabase("filter_costs", families: 100)
    let family = SQLValue.uuid(DemonstrationFamily.id)
    // Some 4 kB, which lie in pages beside the table's.
    try await database.load([
      """
      INSERT INTO assignments (family_id, id, student_id, course_id, title, instructions)
      SELECT \(bind: family), md5('long' || n)::uuid, s.id, c.id, 'Essay ' || n,
        (SELECT string_agg(md5(n::text || i), ' ') FROM generate_series(1, 120) i)
      FROM generate_series(0, \(bind: .int4(Int32(assignments - 1)))) n
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS count FROM members
        WHERE family_id = \(bind: family) AND role = 'STUDENT') s ON s.place = n % s.count
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS count FROM courses
        WHERE family_id = \(bind: family)) c ON c.place = n % c.count
      """
    ])
    try await database.vacuum()
    return database
  }

  struct Filter: CustomTestStringConvertible {
    let query: String
    /// How many relations to assignments are in the filter, and how often their long texts are searched.
    let assignments: Int
    let searches: Int
    var testDescription: String { query }
  }

  static let filters = [
    Filter(
      query: """
        { family { students(first: 100, where: {assignments: {some: {course: {assignments: {some:
          {instructions: {contains: "q"}}}}}}}) { id } } }
        """, assignments: 2, searches: 1),
    Filter(
      query: """
        { family { students(where: {assignments: {every: {course: {assignments: {none: {student: {assignments: {some:
          {title: {eq: "none"}}}}}}}}}}) { id } } }
        """, assignments: 3, searches: 0),
    Filter(
      query: """
        { family { assignmentsConnection(where: {student: {assignments: {none: {instructions: {contains: "q"}}}},
          course: {assignments: {some: {title: {startsWith: "q"}}}}}) { nodes { id } } } }
        """, assignments: 3, searches: 1),
    // Below a filtered list, for each student.
    Filter(
      query: """
        { family { students { assignments(first: 3, where: {course: {assignments: {some:
          {instructions: {contains: "q"}}}}}) { id } } } }
        """, assignments: 2, searches: 1),
  ]

  @Test("Reads the rows of each relation once, however they are inside each other", arguments: filters)
  func readsOnce(_ filter: Filter) async throws {
    let costs = try await CostReader(try await Self.database.value).costs(
      of: GoldenQuery(name: "filter", text: "# as: parent\n\(filter.query)"))
    for cost in costs {
      // Rows of the family's assignments, and of the few members, subjects and courses.
      let rows = Double(filter.assignments * (Self.assignments + 100) + 100)
      #expect(cost.rowsRead <= rows, "\(cost.level) reads \(Int(cost.rowsRead)) rows\n\(cost.text)")
      // A text has up to three pages and two of an index; other rows stand many on a page, with a page of an index each.
      let pages = Double(filter.searches * Self.assignments * 8 + filter.assignments * Self.assignments * 2 + 100)
      #expect(cost.plan.pages <= pages, "\(cost.level) touches \(Int(cost.plan.pages)) pages\n\(cost.text)")
    }
  }

  // MARK: Before anything is run

  private static let attack = "where: {course: {assignments: {some: {instructions: {contains: \\\"q\\\"}}}}}"

  private func mutation(_ count: Int) -> String {
    let answer = "{ viewer { family { students { assignments(first: 1, \(Self.attack)) { id } } } } }"
    let fields = (0..<count).map { "m\($0): markAllNotificationsRead(input: {}) \(answer)" }
    return #"{"query": "mutation { \#(fields.joined(separator: " ")) }", "extensions": {"cost": true}}"#
  }

  @Test func `What the answers to mutations search adds up, and is refused before anything is changed`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    func cost(_ count: Int) async throws -> (JSONValue, GraphQLResponse.Outcome) {
      let response = try await gateway.send(json: mutation(count), as: database.parent)
      return (try response.json, response.outcome)
    }
    let (one, _) = try await cost(1)
    let requested = try #require(one.at("extensions", "cost", "requested")?.number, "\(one)")
    #expect(requested > 131_072)
    let before = gateway.pool.statistics.roundTrips
    let (many, outcome) = try await cost(10)
    #expect(outcome == .invalid)
    #expect(many.at("errors", 0, "extensions", "limit")?.string == "cost")
    #expect(many.at("extensions", "cost", "requested")?.number == 10 * requested)
    #expect(gateway.pool.statistics.roundTrips == before)
    await gateway.pool.shutdown()
  }

  @Test(
    "Few searches through long texts are answered, many are refused, wherever they stand",
    arguments: [
      "or: [@]", "and: [{or: [@]}]", "not: {or: [@]}", "student: {assignments: {none: {or: [@]}}}",
    ])
  func searches(shape: String) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    func outcome(_ count: Int) async -> GraphQLResponse.Outcome {
      let parts = Array(repeating: #"{instructions: {contains: "q"}}"#, count: count).joined(separator: ", ")
      return await gateway.send(
        "{ family { assignmentsConnection(first: 1, where: {\(shape.replacing("@", with: parts))}) { nodes { id } } } }",
        as: database.parent
      ).outcome
    }
    #expect(await outcome(3) == .executed)
    #expect(await outcome(10) == .invalid)
    await gateway.pool.shutdown()
  }
}
