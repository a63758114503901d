import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// An operation costs one round trip, whatever its depth and whatever happens to it.
@Suite struct RoundTripTests {
  private static let database = Task { try await SchoolDatabase("round_trips") }

  @Test("One round trip for each query", arguments: try GoldenQuery.all().filter { $0.asker != nil })
  func oneRoundTrip(_ query: GoldenQuery) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    _ = await gateway.send("{ viewer { id } }", as: database.parent)
    for _ in 1...3 {
      let before = gateway.pool.statistics.roundTrips
      let answer = try await gateway.answer(query.text, as: try query.asker?.viewer(in: database))
      #expect(answer.at("data") != nil)
      #expect(gateway.pool.statistics.roundTrips - before == 1)
    }
    await gateway.pool.shutdown()
  }

  @Test("The nested query is what an independent statement computes, for every sample family")
  func independentAnswer() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    for family in 0..<database.sample.count {
      let account = database.sample.parentAccount(of: family)
      let query = try #require(try GoldenQuery.all().first { $0.name == "nested-family" })
      let answer = try await gateway.answer(query.text, as: AccountViewer(account))
      let rows = try await database.run(Self.independentStatement(of: account.family))
      let expected = try JSONValue(
        parsing: rows.withCell(row: 0, column: 0) { Array($0) })
      #expect(answer.at("data", "family", "students")?.array?.count == 3)
      #expect(answer.at("data", "family", "students", 0, "assignments")?.array?.count == 20)
      #expect(answer.at("data", "family")?.withNumbersAsDoubles == expected.withNumbersAsDoubles)
    }
    await gateway.pool.shutdown()
  }

  /// The same answer from nested JSON, with the grade from its definition.
  private static func independentStatement(of family: UUIDValue) -> SQL {
    """
    SELECT json_build_object('id', f.family_id, 'name', f.name, 'students', (
      SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'assignments', (
        SELECT json_agg(json_build_object('id', a.id, 'title', a.title, 'dueDate', a.due_date,
          'pointsPossible', a.points_possible, 'pointsAwarded', a.points_awarded,
          'percentage', a.points_awarded * 100 / a.points_possible,
          'course', (
            SELECT json_build_object('id', c.id, 'name', c.name, 'grade', (
              SELECT round(avg(g.points_awarded * 100 / g.points_possible), 2) FROM assignments g
              WHERE g.course_id = c.id AND g.points_awarded IS NOT NULL),
              'subject', (SELECT json_build_object('name', b.name) FROM subjects b WHERE b.id = c.subject_id))
            FROM courses c WHERE c.id = a.course_id)
        ) ORDER BY a.due_date, a.id)
        FROM (SELECT * FROM assignments x WHERE x.student_id = s.id ORDER BY x.due_date, x.id LIMIT 20) a
      )) ORDER BY s.name, s.id)
      FROM members s WHERE s.family_id = f.family_id AND s.role = 'STUDENT'
    ))::text FROM families f WHERE f.family_id = \(bind: .uuid(family))
    """
  }

  @Test("A failing statement leaves the connection fit for the next request, without a new connection")
  func failingStatement() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    _ = await gateway.send("{ viewer { id } }", as: database.parent)
    for _ in 1...3 {
      await #expect(throws: StatementError.self) {
        try await gateway.pool.snapshot(
          [Statement(text: "SELECT 1"), Statement(text: "SELECT 1 / 0"), Statement(text: "SELECT 2")], for: .process)
      }
      let answer = try await gateway.answer("{ family { name } }", as: database.parent)
      #expect(answer.at("data", "family", "name")?.string == "Rivera")
    }
    #expect(gateway.pool.statistics.idle == 1)
    #expect(gateway.pool.statistics.failedConnects == 0)
    await gateway.pool.shutdown()
  }
}

extension JSONValue {
  /// Numbers by value: `92.5` and `92.50000` are one number.
  var withNumbersAsDoubles: JSONValue {
    switch self {
    case .number(let text): .number(Double(text).map { "\($0)" } ?? text)
    case .array(let items): .array(items.map(\.withNumbersAsDoubles))
    case .object(let members): .object(members.map { Member($0.key, $0.value.withNumbersAsDoubles) })
    default: self
    }
  }
}
