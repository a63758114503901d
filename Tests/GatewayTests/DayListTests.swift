import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Filters, orders and pages of what a family keeps and is told, compared with independent statements.
@Suite(.serialized) struct DayListTests {
  private static let database = Task {
    let database = try await SchoolDatabase("day_lists")
    try await database.fillListTables()
    return database
  }

  // MARK: Filters

  struct Filter: CustomTestStringConvertible {
    /// The list's coordinate.
    let list: String
    let filter: String
    /// The same, as a condition on the list's rows `t`.
    let condition: SQL
    var testDescription: String { "\(list) \(filter)" }

    init(_ list: String, _ filter: String, _ condition: SQL) {
      self.list = list
      self.filter = filter
      self.condition = condition
    }
  }

  static let filters = [
    Filter("Viewer.notifications", "{kind: {eq: OVERDUE}}", "t.kind = 'OVERDUE'"),
    Filter("Viewer.notifications", "{kind: {in: []}}", "false"),
    Filter("Viewer.notifications", "{readAt: null}", "t.read_at IS NULL"),
    Filter(
      "Viewer.notifications", "{readAt: {isNull: false}, kind: {ne: OVERDUE}}",
      "t.read_at IS NOT NULL AND t.kind <> 'OVERDUE'"),
    Filter(
      "Viewer.notifications", "{not: {readAt: {lt: \"2026-02-03T00:00:00Z\"}}}",
      "t.read_at IS NULL OR t.read_at >= '2026-02-03Z'"),
    Filter(
      "Viewer.notifications", "{createdAt: {lte: \"2026-01-01T00:00:05.000005Z\"}}",
      "t.created_at < '2026-01-01 00:00:05.001Z'"),
    Filter("Viewer.notifications", "{readAt: {ne: \"2020-01-01T00:00:00Z\"}, kind: {eq: OVERDUE}}", "t.kind = 'OVERDUE'"),
    Filter("Viewer.notifications", "{not: {readAt: {in: [\"2020-01-01T00:00:00Z\"]}}, kind: {eq: OVERDUE}}", "t.kind = 'OVERDUE'"),
    Filter("Viewer.notifications", "{title: {startsWith: \"title 1\"}}", "t.title LIKE 'Title 1%'"),
    Filter("Viewer.notifications", "{assignment: null}", "t.assignment_id IS NULL"),
    Filter(
      "Viewer.notifications", "{assignment: {student: {name: {ne: \"nobody\"}}, course: {name: {ne: \"nothing\"}}}}",
      "(SELECT a.course_id FROM assignments a WHERE a.family_id = t.family_id AND a.id = t.assignment_id) IS NOT NULL"),
    Filter("Family.quotes", "{author: {isNull: true}}", "t.author IS NULL"),
    Filter(
      "Family.quotes", "{or: [{text: {endsWith: \" 3\"}}, {author: {eq: \"Author 1\"}}]}",
      "t.text LIKE '% 3' OR t.author = 'Author 1'"),
    Filter("Family.resources", "{subject: null}", "t.subject_id IS NULL"),
    Filter("Family.resources", "{link: {contains: \"EXAMPLE.org/1\"}}", "t.link LIKE '%example.org/1%'"),
    Filter("Family.resources", "{note: {contains: \"%\"}}", "t.note IS NOT NULL AND position('%' in t.note) > 0"),
    Filter(
      "Family.resources", "{subject: {courses: {some: {grade: {gte: 0}}}}}",
      "EXISTS (SELECT FROM courses c JOIN assignments a ON a.family_id = c.family_id AND a.course_id = c.id "
        + "WHERE c.family_id = t.family_id AND c.subject_id = t.subject_id AND a.percentage IS NOT NULL)"),
    Filter(
      "Subject.resources", "{title: {in: [\"Resource 1\", \"Resource 2\", \"Nothing\"]}}",
      "t.title IN ('Resource 1', 'Resource 2')"),
    Filter(
      "Student.portfolioItems", "{date: {gte: \"2026-01-03\", lt: \"2026-01-05\"}}",
      "t.date >= '2026-01-03' AND t.date < '2026-01-05'"),
    Filter("Student.portfolioItems", "{link: {ne: null}, student: {name: {ne: \"nobody\"}}}", "t.link IS NOT NULL"),
    Filter("Student.attendance", "{state: {in: [ABSENT, EXCUSED]}}", "t.state IN ('ABSENT', 'EXCUSED')"),
    Filter("Student.attendance", "{not: {note: {eq: \"A cold.\"}}}", "t.note IS DISTINCT FROM 'A cold.'"),
    Filter("Assignment.questions", "{position: {gt: 2, ne: 5}}", "t.position > 2 AND t.position <> 5"),
    Filter("Assignment.questions", "{assignment: {questions: {some: {position: {eq: 99}}}}}", "false"),
    Filter(
      "Student.reportCard", "{grade: {isNull: false}, assignmentCount: {gt: 1}}",
      "t.grade IS NOT NULL AND t.assignment_count > 1"),
    Filter(
      "Student.reportCard", "{course: {subject: {name: {contains: \"a\"}}}}",
      "EXISTS (SELECT FROM courses c JOIN subjects s ON s.family_id = c.family_id AND s.id = c.subject_id "
        + "WHERE c.family_id = t.family_id AND c.id = t.course_id AND s.name ILIKE '%a%')"),
    Filter("Family.joinRequests", "{email: null}", "t.email IS NULL"),
    Filter("Family.invitations", "{status: {eq: REVOKED}}", "t.revoked_at IS NOT NULL"),
    Filter("Family.invitations", "{status: {ne: OPEN}}", "t.revoked_at IS NOT NULL OR t.expires_at < now()"),
    Filter("Family.invitations", "{student: {name: {ne: \"nobody\"}}, role: {eq: STUDENT}}", "t.student_id IS NOT NULL"),
    Filter(
      "Family.students", "{reportCard: {some: {grade: {gte: 90}}}}",
      "EXISTS (SELECT FROM assignments a WHERE a.family_id = t.family_id AND a.student_id = t.id "
        + "GROUP BY a.course_id HAVING a.course_id IS NOT NULL AND round(avg(a.percentage), 2) >= 90)"),
    Filter(
      "Family.students", "{portfolioItems: {some: {title: {eq: \"Item 2\"}}}, attendance: {none: {date: {gt: \"9999-01-01\"}}}}",
      "true"),
    Filter("Family.students", "{attendance: {every: {state: {ne: ABSENT}}}}", "false"),
    Filter(
      "Family.subjects", "{resources: {none: {}}}",
      "NOT EXISTS (SELECT FROM resources r WHERE r.family_id = t.family_id AND r.subject_id = t.id)"),
    Filter(
      "Student.assignments", "{questions: {some: {position: {eq: 3}}}}",
      "EXISTS (SELECT FROM questions q WHERE q.family_id = t.family_id AND q.assignment_id = t.id AND q.position = 3)"),
    Filter("Student.assignments", "{doneAt: {ne: null}}", "t.done_at IS NOT NULL"),
  ]

  @Test("Finds what an independent condition finds", arguments: filters)
  func found(_ filter: Filter) async throws {
    try await Conversation.with(Self.database) { talk in
      for viewer in [talk.elena, talk.mateo, talk.ada, talk.stranger] {
        let membership = try #require(viewer.membership)
        let place = try ListPlace.named(filter.list)
        let parent = try await place.parent(for: viewer, in: talk.database)
        let answer = try await talk.answer(place.query(parent, "first: 200, where: \(filter.filter)"), as: viewer)
        if place.parent == "Family" && place.node?.isForAll == false && membership.role == .student {
          #expect(answer.codes == ["root": "FORBIDDEN"])
          continue
        }
        #expect(answer.at("errors") == nil)
        let expected = try await talk.database.ids("\(place.rows(parent, for: membership)) AND (\(filter.condition))")
        #expect(place.ids(in: answer["data"]).sorted() == expected.sorted())
      }
    }
  }

  @Test func `Most filters of this suite find something, and none everything`() async throws {
    try await Conversation.with(Self.database) { talk in
      let membership = try #require(talk.elena.membership)
      for filter in Self.filters where !["false", "true"].contains(filter.condition.template.text) {
        let place = try ListPlace.named(filter.list)
        let rows = place.rows(try await place.parent(for: talk.elena, in: talk.database), for: membership)
        let all = try await talk.database.ids(rows)
        let found = try await talk.database.ids("\(rows) AND (\(filter.condition))")
        #expect(found.count < all.count || filter.list == "Family.students", "\(filter.testDescription)")
        #expect(!found.isEmpty, "\(filter.testDescription)")
      }
    }
  }

  // MARK: Orders and pages

  struct Order: CustomTestStringConvertible {
    /// The list's coordinate.
    let list: String
    let orderBy: String
    let clause: SQL
    var testDescription: String { "\(list) \(orderBy)" }

    init(_ list: String, _ orderBy: String, _ clause: SQL) {
      self.list = list
      self.orderBy = orderBy
      self.clause = clause
    }
  }

  private static func name(of table: String, _ column: String = "name", by key: SQL) -> SQL {
    "(SELECT o.\(identifier: column) FROM \(identifier: table) o WHERE o.family_id = t.family_id AND o.id = \(key))"
  }
  private static let subject: SQL = "(SELECT c.subject_id FROM courses c WHERE c.family_id = t.family_id AND c.id = t.course_id)"

  static let orders = [
    Order("Viewer.notifications", "null", "t.created_at DESC, t.id"),
    Order("Viewer.notifications", "{field: READ_AT, nulls: FIRST}", "t.read_at NULLS FIRST, t.id"),
    Order("Viewer.notifications", "[{field: KIND, direction: DESC}, {field: CREATED_AT}]", "t.kind DESC, t.created_at, t.id"),
    Order(
      "Viewer.notifications", "{field: ASSIGNMENT_DUE_DATE, direction: DESC}",
      "\(name(of: "assignments", "due_date", by: "t.assignment_id")) DESC NULLS LAST, t.id"),
    Order("Family.resources", "null", "t.title, t.id"),
    Order(
      "Family.resources", "[{field: SUBJECT_NAME, nulls: FIRST}]", "\(name(of: "subjects", by: "t.subject_id")) NULLS FIRST, t.id"),
    Order(
      "Family.resources", "[{field: SUBJECT_NAME, direction: DESC}, {field: CREATED_AT}]",
      "\(name(of: "subjects", by: "t.subject_id")) DESC NULLS LAST, t.created_at, t.id"),
    Order("Subject.resources", "{field: CREATED_AT, direction: DESC}", "t.created_at DESC, t.id"),
    Order("Student.portfolioItems", "null", "t.date DESC, t.id"),
    Order("Student.portfolioItems", "{field: TITLE, direction: DESC}", "t.title DESC, t.id"),
    Order("Student.attendance", "null", "t.date DESC, t.id"),
    Order("Student.attendance", "{field: STATE}", "t.state, t.id"),
    Order("Student.assignments", "{field: STUDENT_NAME}", "\(name(of: "members", by: "t.student_id")), t.id"),
    Order(
      "Student.assignments", "[{field: COURSE_NAME, direction: DESC}, {field: TITLE}]",
      "\(name(of: "courses", by: "t.course_id")) DESC NULLS LAST, t.title, t.id"),
    Order(
      "Student.assignments", "{field: COURSE_SUBJECT_NAME, nulls: FIRST}",
      "\(name(of: "subjects", by: subject)) NULLS FIRST, t.id"),
  ]

  @Test("Page after page is the whole list in its order, from either end", arguments: orders)
  func walk(_ order: Order) async throws {
    try await Conversation.with(Self.database) { talk in
      let viewer = talk.ada
      let place = try ListPlace.named("\(order.list)Connection")
      let parent = try await place.parent(for: viewer, in: talk.database)
      let rows = place.rows(parent, for: try #require(viewer.membership))
      let all = try await talk.database.ids("\(rows) ORDER BY \(order.clause)")
      #expect(all.count > 5)
      for isForward in [true, false] {
        var (found, cursor): ([String], String) = ([], "null")
        for page in 0... {
          let part = "\(isForward ? "first" : "last"): 4, \(isForward ? "after" : "before"): \(cursor)"
          let answer = try await talk.answer(place.query(parent, "\(part), orderBy: \(order.orderBy)"), as: viewer)
          let connection = try #require(answer.at("data", "root", "list"))
          let ids = place.ids(of: connection)
          found = isForward ? found + ids : ids + found
          #expect(connection.at("totalCount")?.number == Double(all.count))
          let next = connection.at("pageInfo", isForward ? "endCursor" : "startCursor")?.string
          #expect(connection.at("pageInfo", isForward ? "hasPreviousPage" : "hasNextPage") == .bool(page > 0))
          guard connection.at("pageInfo", isForward ? "hasNextPage" : "hasPreviousPage") == .bool(true), let next, page < 80
          else { break }
          cursor = "\"\(next)\""
        }
        #expect(found == all)
      }
    }
  }

  static let plainOrders: [Order] = [
    Order("Family.quotes", "[{field: AUTHOR}, {field: CREATED_AT, direction: DESC}]", "t.author, t.created_at DESC, t.id"),
    Order("Assignment.questions", "{field: POSITION, direction: DESC}", "t.position DESC, t.id"),
    Order("Family.joinRequests", "{field: NAME, direction: DESC}", "t.name DESC, t.id"),
    Order("Family.invitations", "[{field: EXPIRES_AT}]", "t.expires_at, t.id"),
    Order(
      "Family.invitations", "[{field: STUDENT_NAME, nulls: FIRST}, {field: CREATED_AT}]",
      "\(name(of: "members", by: "t.student_id")) NULLS FIRST, t.created_at, t.id"),
    Order("Family.courses", "{field: SUBJECT_NAME, direction: DESC}", "\(name(of: "subjects", by: "t.subject_id")) DESC, t.id"),
    Order("Student.reportCard", "[{field: COURSE_SUBJECT_NAME}, {field: GRADE, direction: DESC}]",
      "\(name(of: "subjects", by: subject)), t.grade DESC NULLS LAST, t.course_id"),
    Order(
      "Student.reportCard", "{field: COURSE_NAME, direction: DESC}", "\(name(of: "courses", by: "t.course_id")) DESC, t.course_id"),
  ]

  @Test("A list without a connection is ordered as it is asked to be", arguments: plainOrders)
  func order(_ order: Order) async throws {
    try await Conversation.with(Self.database) { talk in
      let place = try ListPlace.named(order.list)
      let parent = try await place.parent(for: talk.elena, in: talk.database)
      let rows = place.rows(parent, for: try #require(talk.elena.membership))
      let all = try await talk.database.ids("\(rows) ORDER BY \(order.clause)")
      let data = try await talk.ask(place.query(parent, "first: 3, offset: 1, orderBy: \(order.orderBy)"), as: talk.elena)
      #expect(all.count > 3)
      #expect(place.ids(in: data) == Array(all.dropFirst().prefix(3)))
    }
  }

  @Test func `New notifications do not move the pages that are still to be read`() async throws {
    let database = try await SchoolDatabase("day_lists_insertion", families: 1)
    try await database.fillListTables()
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let member = try #require(viewer.membership)
    func page(_ after: String) async throws -> (ids: [String], end: String) {
      let answer = try await gateway.answer(
        "{ viewer { notificationsConnection(first: 5, after: \(after)) { nodes { id } pageInfo { endCursor } } } }", as: viewer)
      let connection = try #require(answer.at("data", "viewer", "notificationsConnection"))
      return (
        connection.at("nodes")?.array?.compactMap { $0["id"]?.string } ?? [],
        "\"\(try #require(connection.at("pageInfo", "endCursor")?.string))\""
      )
    }
    let first = try await page("null")
    let second = try await page(first.end)
    let third = try await page(second.end)
    try await database.run(
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body)
      SELECT \(bind: .uuid(member.familyID)), gen_random_uuid(), \(bind: .uuid(member.memberID)), 'HELP_REQUEST', 'New', 'B'
      FROM generate_series(1, 9)
      """)
    // The one that the cursor is of goes.
    let last = try #require(UUIDValue(first.ids[4]))
    try await database.run("UPDATE notifications SET deleted_at = now() WHERE id = \(bind: .uuid(last))")
    #expect(try await page(first.end).ids == second.ids)
    #expect(try await page(second.end).ids == third.ids)
    #expect(try await Set(page("null").ids).isDisjoint(with: first.ids))
    await gateway.pool.shutdown()
  }

  @Test func `What a mutation gives back has the lists as they are now`() async throws {
    try await Conversation.with(Self.database) { talk in
      let assignment = try await talk.newAssignment(of: talk.ada)
      _ = try await talk.ask(
        #"mutation { requestHelp(input: {assignmentId: "\#(assignment)"}) { __typename } }"#, as: talk.ada)
      let unread = "notificationsConnection(first: 1, where: {readAt: null}) { totalCount nodes { id } }"
      let before = try await talk.ask("{ viewer { \(unread) } }", as: talk.mateo)
      let newest = try #require(before.at("viewer", "notificationsConnection", "nodes", 0, "id")?.string)
      let after = try await talk.ask(
        "mutation { markNotificationRead(input: {id: \"\(newest)\"}) { viewer { \(unread) } } }", as: talk.mateo)
      let left = try #require(after.at("markNotificationRead", "viewer", "notificationsConnection"))
      #expect(left.at("totalCount")?.number == before.at("viewer", "notificationsConnection", "totalCount")?.number.map { $0 - 1 })
      #expect(left.at("nodes", 0, "id")?.string != newest)
    }
  }

  // MARK: Viewers

  @Test func `Who has no family finds nothing, and who has no token is told so`() async throws {
    try await Conversation.with(Self.database) { talk in
      let newcomer = try await talk.newcomer()
      let query = """
        { viewer { notifications { id } notificationsConnection { totalCount nodes { id } pageInfo { hasNextPage } } } family { id } }
        """
      let none = try await talk.ask(query, as: newcomer)
      #expect(none.at("viewer", "notifications") == .array([]))
      #expect(none.at("viewer", "notificationsConnection", "totalCount") == .number("0"))
      #expect(none.at("viewer", "notificationsConnection", "pageInfo", "hasNextPage") == .bool(false))
      #expect(none.at("family") == .null)
      #expect(await talk.gateway.send(query, as: nil).outcome == .unauthenticated)
    }
  }
}
