import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Counts and means, compared with independent statements.
@Suite struct SummaryTests {
  private static let database = Task { try await SchoolDatabase("summaries") }

  @Test("A student's summary is what an independent statement computes")
  func students() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let family = try #require(database.parent.membership?.familyID)
    let member = try #require(database.parent.membership?.memberID)
    // The rule of grades has tests of its own: here all work is ordinary.
    try await database.execute(
      script: """
        UPDATE assignments SET weight_group_id = NULL, is_counted = true, is_extra_credit = false, allows_bonus = true;
        DELETE FROM weight_groups;
        UPDATE courses SET grading_method = 'MEAN_OF_PERCENTAGES';
        """)
    let answer = try await gateway.answer(
      """
      { family { students { id assignmentsSummary { count gradedCount meanPercentage
        bySubject { subject { name } count gradedCount meanPercentage }
        byCourse { course { name } count gradedCount meanPercentage }
        byStudent { student { id } count gradedCount meanPercentage }
        byWeek { week count gradedCount meanPercentage } } } } }
      """, as: database.parent)
    let rows = try await database.run(
      """
      SELECT json_agg(json_build_object('id', m.id, 'assignmentsSummary', (
        SELECT json_build_object('count', count(*), 'gradedCount', count(points_awarded),
          'meanPercentage', round(avg(points_awarded * 100 / points_possible), 2),
          'bySubject', (SELECT json_agg(json_build_object('subject', CASE WHEN b.name IS NOT NULL THEN json_build_object('name', b.name) END,
              'count', b.n, 'gradedCount', b.g, 'meanPercentage', b.m) ORDER BY b.name)
            FROM (SELECT s.name, count(*) n, count(x.points_awarded) g, round(avg(x.points_awarded * 100 / x.points_possible), 2) m
              FROM assignments x LEFT JOIN courses c ON c.id = x.course_id LEFT JOIN subjects s ON s.id = c.subject_id
              WHERE x.student_id = m.id GROUP BY s.id, s.name) b),
          'byCourse', (SELECT json_agg(json_build_object('course', CASE WHEN b.name IS NOT NULL THEN json_build_object('name', b.name) END,
              'count', b.n, 'gradedCount', b.g, 'meanPercentage', b.m) ORDER BY b.name, b.id)
            FROM (SELECT c.id, c.name, count(*) n, count(x.points_awarded) g,
                round(avg(x.points_awarded * 100 / x.points_possible), 2) m
              FROM assignments x LEFT JOIN courses c ON c.id = x.course_id WHERE x.student_id = m.id GROUP BY c.id, c.name) b),
          'byStudent', json_build_array(json_build_object('student', json_build_object('id', m.id), 'count', count(*),
            'gradedCount', count(points_awarded), 'meanPercentage', round(avg(points_awarded * 100 / points_possible), 2))),
          'byWeek', (SELECT json_agg(json_build_object('week', w.week, 'count', w.n, 'gradedCount', w.g, 'meanPercentage', w.m) ORDER BY w.week)
            FROM (SELECT (SELECT day::date FROM generate_series(x.due_date - 6, x.due_date, interval '1 day') day, members own
                WHERE own.id = \(bind: .uuid(member)) AND to_char(day, 'FMDAY') = own.week_start) AS week,
                count(*) n, count(x.points_awarded) g, round(avg(x.points_awarded * 100 / x.points_possible), 2) m
              FROM assignments x WHERE x.student_id = m.id GROUP BY 1) w))
        FROM assignments a WHERE a.student_id = m.id)) ORDER BY m.name)::text
      FROM members m WHERE m.family_id = \(bind: .uuid(family)) AND m.role = 'STUDENT'
      """)
    let expected = try JSONValue(parsing: rows.withCell(row: 0, column: 0) { Array($0) })
    let students = try #require(answer.at("data", "family", "students"))
    #expect(students.array?.count == 3)
    #expect(students.withNumbersAsDoubles == expected.withNumbersAsDoubles)
    await gateway.pool.shutdown()
  }

  @Test("Weeks begin with the day that the viewer has set")
  func weeks() async throws {
    let database = try await SchoolDatabase("summary_weeks", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let student = try #require(
      try await gateway.answer("{ family { students { id } } }", as: viewer).at("data", "family", "students", 0, "id")?.string)
    // A Wednesday.
    let created = try await gateway.answer(
      """
      mutation { createAssignment(input: {studentId: "\(student)", title: "Weekly", dueDate: "2026-09-09"}) { assignment { id } } }
      """, as: viewer)
    #expect(created["errors"] == nil)
    let starts = [
      "MONDAY": "2026-09-07", "TUESDAY": "2026-09-08", "WEDNESDAY": "2026-09-09", "THURSDAY": "2026-09-03",
      "FRIDAY": "2026-09-04", "SATURDAY": "2026-09-05", "SUNDAY": "2026-09-06",
    ]
    for (weekday, start) in starts {
      _ = try await gateway.answer(
        "mutation { updateMemberSettings(input: {weekStart: \(weekday)}) { settings { weekStart } } }", as: viewer)
      let answer = try await gateway.answer(
        """
        { family { assignmentsSummary(where: {title: {eq: "Weekly"}}) {
          byWeek { week count } byStudent { student { id } count } byCourse { course { name } count } } } }
        """, as: viewer)
      #expect(
        try answer.at("data", "family", "assignmentsSummary")
          == JSONValue(
            parsing: Array(
              #"""
              {"byWeek":[{"week":"\#(start)","count":1}],"byStudent":[{"student":{"id":"\#(student)"},"count":1}],\#
              "byCourse":[{"course":null,"count":1}]}
              """#.utf8)))
    }
    await gateway.pool.shutdown()
  }

  @Test("A mean is rounded half away from zero")
  func rounding() async throws {
    let database = try await SchoolDatabase("summary_rounding", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    try await database.run(
      """
      INSERT INTO assignments (family_id, id, student_id, title, points_possible, points_awarded)
      SELECT family_id, gen_random_uuid(), id, 'Half', 10000, 1 + 2 * n FROM members, generate_series(0, 1) n
      WHERE family_id = \(bind: .uuid(database.sample.familyID(0))) AND role = 'STUDENT' RETURNING 1
      """)
    // 0.015 and 0.035 have the mean 0.025.
    try await database.run(
      """
      UPDATE assignments SET points_awarded = points_awarded + 0.5 WHERE title = 'Half' AND points_awarded = 1 RETURNING 1
      """)
    try await database.run(
      "UPDATE assignments SET points_awarded = 3.5 WHERE title = 'Half' AND points_awarded = 3 RETURNING 1")
    let answer = try await gateway.answer(
      "{ family { assignmentsSummary(where: {title: {eq: \"Half\"}}) { meanPercentage } } }", as: viewer)
    #expect(answer.at("data", "family", "assignmentsSummary", "meanPercentage")?.number == 0.03)
    await gateway.pool.shutdown()
  }

  @Test("An assignment is overdue from the first moment after its day, in the family's time zone")
  func states() async throws {
    let database = try await SchoolDatabase("summary_states", families: 2)
    let gateway = try TestGateway(database.app)
    // Two days that are never the same: the one is fourteen hours ahead, the other eleven behind.
    let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
    for (index, zone) in zones.enumerated() {
      let family = database.sample.familyID(index)
      try await database.run(
        "UPDATE families SET time_zone = \(bind: .text(zone)) WHERE family_id = \(bind: .uuid(family)) RETURNING 1")
      try await database.run(
        """
        INSERT INTO assignments (family_id, id, student_id, title, due_date)
        SELECT family_id, gen_random_uuid(), id, 'Day ' || n, (now() AT TIME ZONE \(bind: .text(zone)))::date + n
        FROM members, generate_series(-1, 1) n
        WHERE family_id = \(bind: .uuid(family)) AND role = 'STUDENT' RETURNING 1
        """)
      let answer = try await gateway.answer(
        """
        { family {
          overdue: assignmentsConnection(where: {title: {startsWith: "Day "}, state: {eq: OVERDUE}}) { nodes { title state } }
          assignmentsSummary(where: {title: {startsWith: "Day "}}) { byState { state count } }
        } }
        """, as: AccountViewer(database.sample.parentAccount(of: index)))
      let overdue = try #require(answer.at("data", "family", "overdue", "nodes")?.array)
      #expect(Set(overdue.compactMap { $0["title"]?.string }) == ["Day -1"])
      #expect(overdue.allSatisfy { $0["state"]?.string == "OVERDUE" })
      #expect(
        try answer.at("data", "family", "assignmentsSummary", "byState")
          == JSONValue(
            parsing: Array(
              #"[{"state":"OPEN","count":\#(2 * overdue.count)},{"state":"OVERDUE","count":\#(overdue.count)}]"#.utf8)))
    }
    await gateway.pool.shutdown()
  }

  @Test("Who has nothing has a summary of nothing")
  func nothing() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = try await gateway.answer(
      """
      { family { students(first: 1) { assignmentsSummary(where: {or: []}) {
        count gradedCount meanPercentage byState { count } bySubject { count } byWeek { count } } } } }
      """, as: database.parent)
    #expect(
      try answer.at("data", "family", "students", 0, "assignmentsSummary")
        == JSONValue(
          parsing: Array(
            #"{"count":0,"gradedCount":0,"meanPercentage":null,"byState":[],"bySubject":[],"byWeek":[]}"#.utf8)))
    await gateway.pool.shutdown()
  }
}
