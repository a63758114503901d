import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Filters, orders and pages, compared with independent statements over the same rows.
@Suite struct ListTests {
  private static let database = Task { try await SchoolDatabase("lists") }

  struct Filter: CustomTestStringConvertible {
    let filter: String
    /// The same, as a condition on `assignments a`.
    let condition: SQL
    var testDescription: String { filter }

    init(_ filter: String, _ condition: SQL) {
      self.filter = filter
      self.condition = condition
    }
  }

  static let filters = [
    Filter("{}", "true"),
    Filter(#"{title: {contains: "UNIT"}}"#, "position('unit' in lower(a.title)) > 0"),
    Filter(#"{title: {startsWith: "unit"}}"#, "lower(left(a.title, 4)) = 'unit'"),
    Filter(#"{title: {contains: "%"}}"#, "position('%' in a.title) > 0"),
    Filter(#"{title: {contains: "_"}}"#, "position('_' in a.title) > 0"),
    Filter(#"{title: {contains: "\\"}}"#, "position('\\' in a.title) > 0"),
    Filter(#"{title: {in: ["Unit 1 test", "Quiz 1"]}}"#, "a.title IN ('Unit 1 test', 'Quiz 1')"),
    Filter(#"{title: {in: []}}"#, "false"),
    Filter("{percentage: {gte: 80, lt: 92.5}}", "a.percentage >= 80 AND a.percentage < 92.5"),
    Filter("{percentage: {eq: 92.5}}", "a.percentage = 92.5"),
    Filter("{percentage: {ne: 92.5}}", "a.percentage IS NULL OR a.percentage <> 92.5"),
    Filter("{percentage: null}", "a.percentage IS NULL"),
    Filter(#"{dueTime: {gte: "12:00:00", lt: "23:00:00"}}"#, "a.due_time >= '12:00' AND a.due_time < '23:00'"),
    Filter("{not: {percentage: {gt: 90}}}", "a.percentage IS NULL OR a.percentage <= 90"),
    Filter("{pointsPossible: {in: [10, 20.0]}}", "a.points_possible IN (10, 20)"),
    Filter("{dueDate: {isNull: true}}", "a.due_date IS NULL"),
    Filter(#"{dueDate: {gt: "2026-08-15", ne: null}}"#, "a.due_date > '2026-08-15'"),
    Filter(
      #"{dueDate: {in: ["2026-08-01", "2026-08-14"]}}"#, "a.due_date IN (date '2026-08-01', date '2026-08-14')"),
    Filter(#"{createdAt: {lt: "2020-01-01T00:00:00Z"}}"#, "a.created_at < '2020-01-01Z'"),
    Filter("{state: {eq: GRADED}}", "a.percentage IS NOT NULL"),
    Filter("{state: {in: [OPEN, OVERDUE, DONE]}}", "a.percentage IS NULL"),
    Filter("{course: null}", "a.course_id IS NULL"),
    Filter("{not: {course: null}}", "a.course_id IS NOT NULL"),
    Filter(
      #"{course: {subject: {name: {eq: "Mathematics"}}}}"#,
      "a.course_id IN (SELECT c.id FROM courses c JOIN subjects s ON s.id = c.subject_id WHERE s.name = 'Mathematics')"),
    Filter(
      "{course: {grade: {gte: 90}}}",
      """
      a.course_id IN (SELECT g.course_id FROM assignments g GROUP BY g.course_id HAVING round(avg(g.percentage), 2) >= 90)
      """),
    Filter(
      #"{student: {assignments: {some: {title: {eq: "Quiz 1"}}}}}"#,
      "a.student_id IN (SELECT o.student_id FROM assignments o WHERE o.title = 'Quiz 1')"),
    Filter(
      "{course: {assignments: {none: {percentage: {lt: 80}}}}}",
      "a.course_id IS NOT NULL AND a.course_id NOT IN "
        + "(SELECT o.course_id FROM assignments o WHERE o.percentage < 80 AND o.course_id IS NOT NULL)"),
    Filter(
      #"{course: {assignments: {every: {title: {ne: "Quiz 1"}}}}}"#,
      "a.course_id IS NOT NULL AND a.course_id NOT IN "
        + "(SELECT o.course_id FROM assignments o WHERE o.title = 'Quiz 1' AND o.course_id IS NOT NULL)"),
    Filter(
      #"{or: [{title: {eq: "Quiz 1"}}, {and: [{course: null}, {percentage: null}]}]}"#,
      "a.title = 'Quiz 1' OR (a.course_id IS NULL AND a.percentage IS NULL)"),
  ]

  @Test("Finds what an independent condition finds, in each family alone", arguments: filters)
  func found(_ filter: Filter) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let viewers = [database.parent, AccountViewer(database.sample.parentAccount(of: 0))]
    for viewer in viewers {
      let family = try #require(viewer.membership?.familyID)
      let rows = try await database.run(
        """
        SELECT a.id FROM assignments a WHERE a.family_id = \(bind: .uuid(family)) AND (\(filter.condition)) ORDER BY a.id
        """)
      let expected = (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0)?.description }
      let answer = try await gateway.answer(
        """
        { family { assignmentsConnection(first: 200, where: \(filter.filter), orderBy: {field: TITLE}) {
          totalCount nodes { id } } } }
        """, as: viewer)
      let connection = answer.at("data", "family", "assignmentsConnection")
      let ids = connection?.at("nodes")?.array?.compactMap { $0["id"]?.string } ?? []
      #expect(ids.sorted() == expected)
      #expect(connection?.at("totalCount")?.number == Double(expected.count))
    }
    await gateway.pool.shutdown()
  }

  @Test("The filters of this suite find something, and not everything, in the demonstration family")
  func filtersTell() async throws {
    let database = try await Self.database.value
    let family = try #require(database.parent.membership?.familyID)
    for filter in Self.filters.dropFirst() where !["{}", #"{title: {in: []}}"#].contains(filter.filter) {
      let rows = try await database.run(
        """
        SELECT (count(*) FILTER (WHERE \(filter.condition)))::int4, count(*)::int4 FROM assignments a
        WHERE family_id = \(bind: .uuid(family))
        """)
      let (found, all) = (rows.int4(row: 0, column: 0) ?? 0, rows.int4(row: 0, column: 1) ?? 0)
      #expect(found < all, "\(filter.filter)")
      if !["%", "_", #"\\"#, "2020"].contains(where: filter.filter.contains) { #expect(found > 0, "\(filter.filter)") }
    }
  }

  // MARK: Pages

  struct Order: CustomTestStringConvertible {
    let orderBy: String
    let clause: SQL
    var testDescription: String { orderBy }
  }

  static let orders = [
    Order(orderBy: "null", clause: "due_date, id"),
    Order(orderBy: "{field: TITLE, direction: DESC}", clause: "title DESC, id"),
    Order(orderBy: "{field: PERCENTAGE}", clause: "percentage NULLS LAST, id"),
    Order(orderBy: "{field: PERCENTAGE, direction: DESC}", clause: "percentage DESC NULLS LAST, id"),
    Order(orderBy: "{field: PERCENTAGE, nulls: FIRST}", clause: "percentage NULLS FIRST, id"),
    Order(orderBy: "{field: PERCENTAGE, direction: DESC, nulls: FIRST}", clause: "percentage DESC NULLS FIRST, id"),
    Order(
      orderBy: "[{field: POINTS_POSSIBLE, direction: DESC}, {field: DUE_DATE, nulls: FIRST}]",
      clause: "points_possible DESC NULLS LAST, due_date NULLS FIRST, id"),
    Order(orderBy: "{field: CREATED_AT, direction: DESC}", clause: "created_at DESC, id"),
    Order(
      orderBy: "[{field: DUE_DATE}, {field: DUE_TIME, nulls: FIRST}]",
      clause: "due_date NULLS LAST, due_time NULLS FIRST, id"),
  ]

  @Test("Page after page is the whole list in its order, from either end", arguments: orders)
  func walk(_ order: Order) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let family = try #require(database.parent.membership?.familyID)
    let rows = try await database.run(
      "SELECT id FROM assignments WHERE family_id = \(bind: .uuid(family)) ORDER BY \(order.clause)")
    let all = (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0)?.description }
    #expect(all.count > 50)
    for (size, from, place, cursor, more, less) in [
      ("first", "after", "endCursor", "hasNextPage", "hasNextPage", "hasPreviousPage"),
      ("last", "before", "startCursor", "hasPreviousPage", "hasPreviousPage", "hasNextPage"),
    ] {
      var found: [String] = []
      var position = "null"
      for page in 0... {
        let answer = try await gateway.answer(
          """
          { family { assignmentsConnection(\(size): 7, \(from): \(position), orderBy: \(order.orderBy)) {
            edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }
          """, as: database.parent)
        let connection = try #require(answer.at("data", "family", "assignmentsConnection"))
        let edges = connection.at("edges")?.array ?? []
        let ids = edges.compactMap { $0.at("node", "id")?.string }
        found = size == "first" ? found + ids : ids + found
        let info = try #require(connection.at("pageInfo"))
        #expect(info["startCursor"] == edges.first?["cursor"])
        #expect(info["endCursor"] == edges.last?["cursor"])
        #expect(info[cursor] == .bool(found.count < all.count))
        #expect(info[less] == .bool(page > 0))
        guard info[more] == .bool(true), page < 20, let next = info[place]?.string else { break }
        position = "\"\(next)\""
      }
      #expect(found == all)
    }
    await gateway.pool.shutdown()
  }

  @Test("A page that was begun goes on where it was, whatever is added or removed")
  func stable() async throws {
    let database = try await SchoolDatabase("lists_insertion", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let family = try #require(viewer.membership?.familyID)
    func page(_ after: String) async throws -> (ids: [String], end: String) {
      let answer = try await gateway.answer(
        """
        { family { assignmentsConnection(first: 5, after: \(after)) { nodes { id } pageInfo { endCursor } } } }
        """, as: viewer)
      let connection = try #require(answer.at("data", "family", "assignmentsConnection"))
      return (
        connection.at("nodes")?.array?.compactMap { $0["id"]?.string } ?? [],
        try #require(connection.at("pageInfo", "endCursor")?.string)
      )
    }
    let before = try await page("null")
    let next = try await page("\"\(before.end)\"")
    // The row that the cursor is of goes, and others come before it.
    try await database.run("DELETE FROM assignments WHERE id = \(bind: .uuid(try #require(UUIDValue(before.ids[4]))))")
    try await database.run(
      """
      INSERT INTO assignments (family_id, id, student_id, title, due_date)
      SELECT family_id, gen_random_uuid(), id, 'Early', date '1999-01-01' FROM members
      WHERE family_id = \(bind: .uuid(family)) AND role = 'STUDENT' RETURNING 1
      """)
    #expect(try await page("\"\(before.end)\"").ids == next.ids)
    await gateway.pool.shutdown()
  }

  @Test("An empty page says so")
  func emptyPage() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = try await gateway.answer(
      """
      { family {
        none: assignmentsConnection(where: {title: {eq: "nothing"}}) {
          edges { cursor } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
        zero: assignmentsConnection(first: 0) { nodes { id } pageInfo { hasNextPage startCursor } }
      } }
      """, as: database.parent)
    #expect(answer.at("data", "family", "none", "edges")?.array?.isEmpty == true)
    #expect(answer.at("data", "family", "none", "totalCount")?.number == 0)
    #expect(
      answer.at("data", "family", "none", "pageInfo")
        == .object([
          .init("hasNextPage", .bool(false)), .init("hasPreviousPage", .bool(false)), .init("startCursor", .null),
          .init("endCursor", .null),
        ]))
    #expect(answer.at("data", "family", "zero", "pageInfo", "hasNextPage") == .bool(true))
    #expect(answer.at("data", "family", "zero", "pageInfo", "startCursor") == .null)
    await gateway.pool.shutdown()
  }

  struct Mistake: CustomTestStringConvertible {
    let arguments: String
    let code: ErrorCode
    let message: String
    var testDescription: String { arguments }
  }

  static let mistakes = [
    Mistake(
      arguments: "first: 1, last: 1", code: .badUserInput,
      message: "Give \"first\" or \"last\", not both: a page is counted from one end."),
    Mistake(arguments: "first: -1", code: .badUserInput, message: "Argument \"first\" must not be negative, got -1."),
    Mistake(arguments: "last: 201", code: .limitExceeded, message: "Argument \"last\" must be at most 200, got 201."),
    Mistake(
      arguments: #"after: "x""#, code: .badUserInput,
      message: "Argument \"after\" is no cursor of this list in this order."),
    Mistake(
      arguments: #"before: """#, code: .badUserInput,
      message: "Argument \"before\" is no cursor of this list in this order."),
    Mistake(
      arguments: #"where: {dueDate: {lt: "tomorrow"}}"#, code: .badUserInput,
      message: "\"where.dueDate.lt\" must be a day of the calendar such as 2026-09-07, got \"tomorrow\"."),
    Mistake(
      arguments: #"where: {createdAt: {in: ["2026-09-07"]}}"#, code: .badUserInput,
      message: "\"where.createdAt.in\" must be a moment such as 2026-09-07T08:30:00.000Z, got \"2026-09-07\"."),
  ]

  @Test("Is refused without a round trip", arguments: mistakes)
  func refused(_ mistake: Mistake) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = await gateway.send(
      "{ family { assignmentsConnection(\(mistake.arguments)) { nodes { id } } } }", as: database.parent)
    #expect(try answer.json.at("errors", 0, "message")?.string == mistake.message)
    #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == mistake.code.rawValue)
    #expect(try answer.json.at("errors", 0, "path")?.array?.count == 2)
    #expect(gateway.pool.statistics.roundTrips == 0)
    await gateway.pool.shutdown()
  }

  @Test("A cursor is of one order")
  func otherOrder() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = try await gateway.answer(
      "{ family { assignmentsConnection(first: 1, orderBy: {field: TITLE}) { edges { cursor } } } }", as: database.parent)
    let cursor = try #require(answer.at("data", "family", "assignmentsConnection", "edges", 0, "cursor")?.string)
    for (orderBy, isRefused) in [
      ("{field: TITLE}", false), ("{field: TITLE, direction: DESC}", true), ("null", true), ("{field: DUE_DATE}", true),
    ] {
      let answer = await gateway.send(
        """
        query($c: String) { family { assignmentsConnection(first: 1, after: $c, orderBy: \(orderBy)) { nodes { id } } } }
        """, variables: .object([.init("c", .string(cursor))]), as: database.parent)
      #expect(try answer.json.at("errors", 0, "extensions", "code")?.string == (isRefused ? "BAD_USER_INPUT" : nil))
    }
    await gateway.pool.shutdown()
  }

  // MARK: Roles

  @Test("A student cannot learn from a filter what it may not see")
  func refusedFilters() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let student = try database.student
    let query = "{ family { students(where: {hasAccount: {eq: true}}) { id } } }"
    let refused = await gateway.send(query, as: student)
    #expect(try refused.json.at("errors", 0, "extensions", "code")?.string == "FORBIDDEN")
    #expect(try refused.json.at("data") == nil)
    #expect(await gateway.send(query, as: database.parent).outcome == .executed)

    // Its own address is found, and nobody else's.
    let members = "{ family { members(where: {email: {ne: null}}) { id } } }"
    let own = try await gateway.answer(members, as: student)
    #expect(own.at("data", "family", "members")?.array?.count == 1)
    #expect(own.at("data", "family", "members", 0, "id")?.string == student.membership?.memberID.description)
    let all = try await gateway.answer(members, as: database.parent)
    #expect(all.at("data", "family", "members")?.array?.count ?? 0 > 1)
    await gateway.pool.shutdown()
  }

  @Test("Who has no family has no lists, and nothing by an id")
  func newcomer() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    var newcomer = AccountViewer(database.sample.parentAccount(of: 0))
    newcomer.membership = nil
    let id = try await Lookup.named("assignment").id(in: database, family: database.sample.familyID(0))
    let answer = await gateway.send(
      "{ family { assignmentsSummary { count } } node(id: \"\(id)\") { id } nodes(ids: [\"\(id)\"]) { id } }", as: newcomer)
    // The token says less than the membership does: it is refused, or finds nothing.
    if answer.outcome == .executed {
      #expect(try answer.json.at("data") == JSONValue(parsing: Array(#"{"family":null,"node":null,"nodes":[null]}"#.utf8)))
    }
    #expect(!answer.text.contains(id))
    let anonymous = await gateway.send("{ node(id: \"\(id)\") { id } }", as: nil)
    #expect(anonymous.outcome == .unauthenticated)
    await gateway.pool.shutdown()
  }
}
