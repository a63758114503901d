import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Another family has rows with the very ids of this one, which the database allows, since ids are of a family. With any
/// one of the locks, they change nothing in what this family counts, filters, orders and pages through.
@Suite(.serialized) struct ListLockTests {
  /// Family 0 as it is, and its rows again in family 1, under their ids but with other contents.
  private static let database = Task {
    let database = try await SchoolDatabase("list_locks", families: 2)
    try await database.fillListTables()
    let (own, other) = (database.sample.familyID(0), database.sample.familyID(1))
    let copies: [SQL] = [
      """
      INSERT INTO members (family_id, id, role, name, email)
      SELECT \(bind: .uuid(other)), id, 'STUDENT', 'Foreign ' || name, email FROM members
      WHERE family_id = \(bind: .uuid(own)) AND role = 'STUDENT' RETURNING 1
      """,
      """
      INSERT INTO subjects (family_id, id, name) SELECT \(bind: .uuid(other)), id, 'Foreign' FROM subjects
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO courses (family_id, id, subject_id, name)
      SELECT \(bind: .uuid(other)), id, subject_id, 'Foreign' FROM courses
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      // First in every order, and graded.
      """
      INSERT INTO assignments (family_id, id, student_id, course_id, title, due_date, points_possible, points_awarded)
      SELECT \(bind: .uuid(other)), id, student_id, course_id, ' Foreign', date '1999-01-01', 10, 10 FROM assignments
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO members (family_id, id, role, name) SELECT \(bind: .uuid(other)), id, 'STUDENT', 'Foreign' FROM members
      WHERE family_id = \(bind: .uuid(own)) AND role = 'PARENT' RETURNING 1
      """,
      """
      INSERT INTO resources (family_id, id, title, subject_id) SELECT \(bind: .uuid(other)), id, ' Foreign', subject_id
      FROM resources WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO portfolio_items (family_id, id, student_id, title, date)
      SELECT \(bind: .uuid(other)), id, student_id, ' Foreign', date '9999-01-01' FROM portfolio_items
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO attendance_records (family_id, id, student_id, date, state)
      SELECT \(bind: .uuid(other)), id, student_id, date + 2000000, 'ABSENT' FROM attendance_records
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      SELECT \(bind: .uuid(other)), id, assignment_id, ' Foreign', 0 FROM questions
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, created_at)
      SELECT \(bind: .uuid(other)), id, recipient_id, 'HELP_REQUEST', ' Foreign', 'B', now() FROM notifications
      WHERE family_id = \(bind: .uuid(own)) RETURNING 1
      """,
    ]
    for copy in copies { try await database.run(copy) }
    return database
  }

  static let queries = [
    "{ family { students { id assignments(first: 5, where: {title: {ne: \"x\"}}, orderBy: {field: TITLE}) { id title } } } }",
    "{ family { students(where: {assignments: {some: {title: {eq: \" Foreign\"}}}}) { id } } }",
    "{ family { students(where: {assignments: {none: {title: {eq: \" Foreign\"}}}}) { id } } }",
    "{ family { assignments: assignmentsConnection(where: {course: {name: {eq: \"Foreign\"}}}) { totalCount nodes { id } } } }",
    "{ family { courses(where: {subject: {name: {ne: \"Foreign\"}}, grade: {lt: 100}}) { id name } } }",
    """
    { family { students { assignmentsConnection(first: 3) {
      totalCount nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }
    """,
    """
    { family { courses { assignmentsConnection(last: 2, where: {dueDate: {lt: "2000-01-01"}}) {
      totalCount edges { cursor } pageInfo { hasNextPage hasPreviousPage } } } } }
    """,
    """
    { family { assignmentsSummary { count gradedCount meanPercentage
      bySubject { subject { name } count meanPercentage } byWeek { week count } byState { state count } } } }
    """,
    """
    { family { students { assignmentsSummary(where: {student: {name: {ne: "x"}}}) { count gradedCount meanPercentage
      bySubject { subject { name } count } byWeek(first: 2) { week count } } } } }
    """,
  ]

  static let dayQueries = [
    """
    { family { resourcesConnection(first: 3, where: {title: {ne: "x"}}) {
      totalCount nodes { id title } pageInfo { hasNextPage hasPreviousPage endCursor } } } }
    """,
    """
    { family { subjects { resourcesConnection(first: 2, orderBy: {field: SUBJECT_NAME}) {
      totalCount edges { cursor node { title } } } } } }
    """,
    """
    { family { students { portfolioItemsConnection(first: 2) { totalCount nodes { title } }
      attendanceConnection(last: 2) { totalCount nodes { date } pageInfo { hasNextPage hasPreviousPage } } } } }
    """,
    "{ family { students(where: {portfolioItems: {some: {title: {eq: \" Foreign\"}}}}) { id } } }",
    "{ family { students(where: {attendance: {every: {date: {lt: \"5000-01-01\"}}}}) { id } } }",
    "{ family { students(where: {reportCard: {some: {grade: {gte: 100}}}}) { id } } }",
    "{ family { subjects(where: {resources: {none: {title: {eq: \" Foreign\"}}}}) { id } } }",
    "{ family { assignmentsConnection(where: {questions: {some: {prompt: {eq: \" Foreign\"}}}}) { totalCount } } }",
    """
    { family { assignmentsConnection(first: 5, orderBy: [{field: COURSE_SUBJECT_NAME}, {field: COURSE_NAME}, {field: STUDENT_NAME}]) {
      nodes { id title } pageInfo { endCursor } } } }
    """,
    "{ family { courses(orderBy: [{field: SUBJECT_NAME, direction: DESC}, {field: NAME}]) { id name } } }",
    "{ family { students { reportCard(orderBy: {field: COURSE_SUBJECT_NAME}) { course { id name } grade } } } }",
  ]

  @Test("Nothing of it counts with one lock alone", arguments: LockTests.combinations, queries + dayQueries)
  func holds(_ locks: LockTests.Locks, _ query: String) async throws {
    let database = try await Self.database.value
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let gateway = try TestGateway(locks.database ? database.app : database.owner, locks: locks.gateway)
    let answer = await gateway.send(query, as: viewer)
    await gateway.pool.shutdown()
    #expect(try await answer.text == Self.reference(query), "as it is without the other family's rows")
    #expect(answer.outcome == .executed)
  }

  /// The owner of notifications is visibility, the planner's lock: the database shows all of a family.
  @Test("Notifications are the viewer's", arguments: LockTests.combinations.filter { $0.gateway.contains(.scope) })
  func notifications(_ locks: LockTests.Locks) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(locks.database ? database.app : database.owner, locks: locks.gateway)
    let query = """
      { viewer { notificationsConnection(first: 4, where: {kind: {ne: OVERDUE}}) {
        totalCount nodes { id title } pageInfo { hasNextPage endCursor } } } }
      """
    let answer = await gateway.send(query, as: AccountViewer(database.sample.parentAccount(of: 0)))
    await gateway.pool.shutdown()
    #expect(try await answer.text == Self.reference(query))
    #expect(try answer.json.at("data", "viewer", "notificationsConnection", "totalCount")?.number ?? 0 > 10)
  }

  @Test("A cursor of another family's row is a place like any other", arguments: LockTests.combinations)
  func foreignCursor(_ locks: LockTests.Locks) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(locks.database ? database.app : database.owner, locks: locks.gateway)
    let query = """
      query($after: String) { family { assignmentsConnection(first: 200, after: $after, orderBy: {field: TITLE, direction: DESC}) {
        totalCount edges { cursor node { id title } } pageInfo { hasPreviousPage } } } }
      """
    let foreign = try await gateway.answer(query, as: AccountViewer(database.sample.parentAccount(of: 1)))
    let cursor = try #require(foreign.at("data", "family", "assignmentsConnection", "edges", 0, "cursor"))
    let answer = await gateway.send(
      query, variables: .object([.init("after", cursor)]), as: AccountViewer(database.sample.parentAccount(of: 0)))
    #expect(answer.outcome == .executed)
    #expect(!answer.text.contains("Foreign"))
    #expect(try answer.json.at("data", "family", "assignmentsConnection", "totalCount")?.number ?? 0 > 0)
    await gateway.pool.shutdown()
  }

  @Test("Every id is found once, and as this family has it", arguments: LockTests.combinations)
  func nodes(_ locks: LockTests.Locks) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(locks.database ? database.app : database.owner, locks: locks.gateway)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    var ids: [String] = []
    for field in ["student", "parent", "subject", "course", "assignment"] {
      ids.append(try await Lookup.named(field).id(in: database, family: database.sample.familyID(0)))
    }
    let list = ids.map { "\"\($0)\"" }.joined(separator: ", ")
    let answer = try await gateway.answer(
      """
      { nodes(ids: [\(list)]) { id ... on FamilyMember { name } ... on Subject { name } ... on Course { name }
        ... on Assignment { title } } }
      """, as: viewer)
    #expect(answer.at("data", "nodes")?.array?.compactMap { $0["id"]?.string } == ids)
    let names = answer.at("data", "nodes")?.array?.compactMap { ($0["name"] ?? $0["title"])?.string } ?? []
    #expect(names.count == ids.count && !names.contains { $0.contains("Foreign") })
    await gateway.pool.shutdown()
  }

  @Test("With every lock off the other family's rows count, so the tests above can fail")
  func withoutLocks() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.owner, locks: [])
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    // Below the family, which is one row, only a lookup by id meets them.
    let id = try await Lookup.named("course").id(in: database, family: database.sample.familyID(0))
    let answer = await gateway.send(
      "{ course(id: \"\(id)\") { name assignmentsConnection(first: 1) { totalCount nodes { title } } } }", as: viewer)
    #expect(answer.text.contains("Foreign"))
    await gateway.pool.shutdown()
  }

  /// The answer that every lock gives, in a database without these rows.
  private static func reference(_ query: String) async throws -> String {
    let database = try await clean.value
    let gateway = try TestGateway(database.app)
    let answer = await gateway.send(query, as: AccountViewer(database.sample.parentAccount(of: 0)))
    await gateway.pool.shutdown()
    return answer.text
  }

  private static let clean = Task {
    let database = try await SchoolDatabase("list_locks_reference", families: 2)
    try await database.fillListTables()
    return database
  }
}
