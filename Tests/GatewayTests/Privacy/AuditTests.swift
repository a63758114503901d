import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The audit trail records changes of grades and memberships, with who made them, in the change's own transaction, by
/// whatever way they come; no one can prevent it.
@Suite struct AuditTests {
  private static let database = Task { try await SchoolDatabase("audit", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  /// The trail of a parent's family from its beginning, an entry a line: `GRADE_SET by Parent of Student: T null -> 9/10`.
  private func trail(_ parent: Person, since start: Int = 0) async throws -> [String] {
    let answer = try await parent.ask(
      """
      { family { auditTrail(first: 100, orderBy: {field: CREATED_AT}) { nodes {
        action actorName memberName memberRole assignmentTitle previousPointsAwarded previousPointsPossible pointsAwarded pointsPossible
      } } } }
      """)
    #expect(answer.at("errors") == nil)
    let nodes = try #require(answer.at("data", "family", "auditTrail", "nodes")?.array)
    return nodes.dropFirst(start).map { node in
      func text(_ name: String) -> String {
        switch node.at(.key(name)) {
        case .string(let text)?: text
        case .number(let number)?: number
        default: "-"
        }
      }
      let subject = "\(text("action")) by \(text("actorName")) of \(text("memberName")) as \(text("memberRole"))"
      guard node.at("assignmentTitle")?.string != nil else { return subject }
      return "\(subject): \(text("assignmentTitle")) \(text("previousPointsAwarded"))/\(text("previousPointsPossible"))"
        + " -> \(text("pointsAwarded"))/\(text("pointsPossible"))"
    }
  }

  /// Makes an assignment worth ten points.
  private func assignment(_ parent: Person, _ student: String, _ title: String = "T") async throws -> String {
    let made = try await parent.ask(
      #"mutation { createAssignment(input: {studentId: "\#(student)", title: "\#(title)", pointsPossible: 10}) { assignment { id } } }"#)
    return try #require(made.at("data", "createAssignment", "assignment", "id")?.string)
  }

  private func grade(_ parent: Person, _ id: String, _ points: String) async throws -> JSONValue {
    try await parent.ask(
      #"mutation { gradeAssignment(input: {id: "\#(id)", \#(points)}) { assignment { percentage } } }"#)
  }

  // MARK: Grades

  @Test func `A grade that is set, changed, taken back or removed is told, with what it was`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let before = try await trail(parent).count
      let id = try await assignment(parent, try await student.memberID)
      for points in ["pointsAwarded: 8", "pointsAwarded: 9.25", "pointsPossible: 20", "pointsAwarded: null", "pointsAwarded: 1"] {
        #expect(try await grade(parent, id, points).at("errors") == nil)
      }
      // Nothing is changed by the same again, by what fails, by another title, or by what a student may not do.
      #expect(try await grade(parent, id, "pointsAwarded: 1.00").at("errors") == nil)
      #expect(try await grade(parent, id, "pointsAwarded: 21").code == "BAD_USER_INPUT")
      #expect(try await grade(student, id, "pointsAwarded: 20").code == "FORBIDDEN")
      try await parent.ask(#"mutation { updateAssignment(input: {id: "\#(id)", title: "U"}) { assignment { id } } }"#)
      try await parent.ask(#"mutation { deleteAssignment(input: {id: "\#(id)"}) { id } }"#)
      let ungraded = try await assignment(parent, try await student.memberID)
      try await parent.ask(#"mutation { deleteAssignment(input: {id: "\#(ungraded)"}) { id } }"#)
      let of = "by Parent of Student as STUDENT"
      #expect(
        try await trail(parent, since: before) == [
          "GRADE_SET \(of): T -/10 -> 8/10", "GRADE_CHANGED \(of): T 8/10 -> 9.25/10", "GRADE_CHANGED \(of): T 9.25/10 -> 9.25/20",
          "GRADE_REMOVED \(of): T 9.25/20 -> -/20", "GRADE_SET \(of): T -/20 -> 1/20",
          "GRADED_ASSIGNMENT_DELETED \(of): U 1/20 -> -/-",
        ])
    }
  }

  @Test func `What goes with a course or a student is told one by one`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let member = try await student.memberID
      let before = try await trail(parent).count
      for title in ["A", "B"] {
        _ = try await grade(parent, try await assignment(parent, member, title), "pointsAwarded: 5")
      }
      let removed = try await parent.ask(#"mutation { removeMember(input: {id: "\#(member)", cascade: true}) { id } }"#)
      #expect(removed.at("errors") == nil)
      let entries = try await trail(parent, since: before + 2)
      #expect(
        entries.sorted() == [
          "CONSENT_DELETED by Parent of - as -",
          "GRADED_ASSIGNMENT_DELETED by Parent of Student as STUDENT: A 5/10 -> -/-",
          "GRADED_ASSIGNMENT_DELETED by Parent of Student as STUDENT: B 5/10 -> -/-",
          "MEMBER_REMOVED by Parent of Student as STUDENT",
        ])
      // The consent goes with the row of the student.
      #expect(entries.suffix(2).map { String($0.prefix { $0 != " " }) } == ["MEMBER_REMOVED", "CONSENT_DELETED"])
      // The names stay, and lead nowhere.
      let gone = try await parent.ask(
        #"{ family { auditTrail(first: 1) { nodes { memberName member { id } actor { name } } } } }"#)
      #expect(gone.at("data", "family", "auditTrail", "nodes", 0, "member") == .null)
      #expect(gone.at("data", "family", "auditTrail", "nodes", 0, "actor", "name")?.string == "Parent")
    }
  }

  @Test func `A graded assignment that comes to another course is told, with both courses`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let made = try await parent.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#)
      let subject = try #require(made.at("data", "createSubject", "subject", "id")?.string)
      var courses: [String] = []
      for name in ["One", "Two"] {
        let made = try await parent.ask(
          #"mutation { createCourse(input: {subjectId: "\#(subject)", name: "\#(name)"}) { course { id } } }"#)
        courses.append(try #require(made.at("data", "createCourse", "course", "id")?.string))
      }
      let id = try await assignment(parent, try await student.memberID)
      func move(to course: String?) async throws {
        let course = course.map { "\"\($0)\"" } ?? "null"
        let moved = try await parent.ask(
          #"mutation { updateAssignment(input: {id: "\#(id)", courseId: \#(course)}) { assignment { id } } }"#)
        #expect(moved.at("errors") == nil)
      }
      // Without a grade it is nobody's.
      try await move(to: courses[1])
      #expect(try await grade(parent, id, "pointsAwarded: 8").at("errors") == nil)
      let before = try await trail(parent).count
      for course in [courses[0], courses[0], nil, courses[1]] { try await move(to: course) }
      #expect(
        try await trail(parent, since: before)
          == Array(repeating: "GRADED_ASSIGNMENT_MOVED by Parent of Student as STUDENT: T 8/10 -> 8/10", count: 3))
      let answer = try await parent.ask(
        """
        { family { auditTrail(where: {action: {eq: GRADED_ASSIGNMENT_MOVED}}, orderBy: {field: CREATED_AT}) {
          nodes { previousCourseName courseName } } } }
        """)
      let nodes = try #require(answer.at("data", "family", "auditTrail", "nodes")?.array)
      #expect(nodes.map { $0.at("previousCourseName")?.string } == ["Two", "One", nil])
      #expect(nodes.map { $0.at("courseName")?.string } == ["One", nil, "Two"])
      // With a change of the grade there are both.
      let graded = try await trail(parent).count
      _ = try await household.database.run(
        "UPDATE assignments SET course_id = NULL, points_awarded = 9 WHERE id = \(bind: .uuid(try #require(UUIDValue(id))))")
      #expect(
        try await trail(parent, since: graded).map { String($0.prefix { $0 != " " }) }.sorted()
          == ["GRADED_ASSIGNMENT_MOVED", "GRADE_CHANGED"])
    }
  }

  // MARK: Memberships

  @Test func `Who comes and goes is told, and who let them in`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let ben = try await household.newcomer(.parent, name: "Ben")
      try await ben.accept(try await household.invitation(of: parent, "role: PARENT"))
      let asking = try await household.newcomer(.student, name: "Cy")
      let request = try await asking.requestToJoin(code).at("data", "requestToJoinFamily", "requestId")?.string ?? ""
      try await ben.ask(#"mutation { confirmJoinRequest(input: {id: "\#(request)"}) { student { id } } }"#)
      try await asking.refresh()
      let made = try await parent.ask(#"mutation { createStudent(input: {name: "Di"}) { student { id } } }"#)
      let profile = try #require(made.at("data", "createStudent", "student", "id")?.string)
      let cy = try await asking.memberID
      try await parent.ask(#"mutation { removeMember(input: {id: "\#(cy)", keepProfile: true}) { id } }"#)
      let invited = try await parent.ask(
        #"mutation { createInvitation(input: {role: STUDENT, studentId: "\#(profile)"}) { invitation { id } } }"#)
      let invitation = try #require(invited.at("data", "createInvitation", "invitation", "id")?.string)
      for _ in 0..<2 { try await parent.ask(#"mutation { revokeInvitation(input: {id: "\#(invitation)"}) { invitation { id } } }"#) }
      try await ben.ask("mutation { leaveFamily { session { token } } }")
      #expect(
        try await trail(parent) == [
          "MEMBER_JOINED by Parent of Parent as PARENT", "INVITATION_CREATED by Parent of - as PARENT",
          "INVITATION_USED by Ben of - as PARENT", "MEMBER_JOINED by Ben of Ben as PARENT",
          "MEMBER_JOINED by Ben of Cy as STUDENT", "CONSENT_CREATED by Ben of Cy as STUDENT", "STUDENT_ADDED by Parent of Di as STUDENT",
          "STUDENT_DETACHED by Parent of Cy as STUDENT", "INVITATION_CREATED by Parent of Di as STUDENT",
          "CONSENT_CREATED by Parent of Di as STUDENT", "INVITATION_REVOKED by Parent of Di as STUDENT", "MEMBER_LEFT by Ben of Ben as PARENT",
        ])
    }
  }

  @Test func `A student who leaves has left by itself, and one who takes over a profile has joined`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let member = try await student.memberID
      let before = try await trail(parent).count
      try await student.ask("mutation { leaveFamily { session { token } } }")
      let code = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(member)""#)
      try await student.accept(code)
      #expect(
        try await trail(parent, since: before) == [
          "MEMBER_LEFT by Student of Student as STUDENT", "INVITATION_CREATED by Parent of Student as STUDENT",
          "INVITATION_USED by Student of Student as STUDENT", "MEMBER_JOINED by Student of Student as STUDENT",
        ])
    }
  }

  // MARK: Other writers

  @Test func `What an operator does is told as nobody's, and a change that fails is not told`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await assignment(parent, try await student.memberID)
      let before = try await trail(parent).count
      let key = SQLValue.uuid(try #require(UUIDValue(id)))
      try await household.database.run("UPDATE assignments SET points_awarded = 3 WHERE id = \(bind: key)")
      await #expect(throws: StatementError.self) {
        try await household.database.run(
          "UPDATE assignments SET points_awarded = CASE WHEN id = \(bind: key) THEN 4 ELSE 1 / (points_possible - 10) END")
      }
      #expect(try await trail(parent, since: before) == ["GRADE_SET by - of Student as STUDENT: T -/10 -> 3/10"])
    }
  }

  @Test func `The server's role adds, changes and removes no entry, and cannot keep one from being written`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await assignment(parent, try await student.memberID)
      let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
      let before = try await trail(parent)
      let connection = try await Connection.connect(
        ConnectionConfiguration(address: household.database.app), reactor: Reactor())
      func asServer(_ statement: SQL) async throws {
        try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
          let settings: SQL = """
            SELECT set_config('hatched.family_id', \(bind: .text(family)), true), set_config('hatched.audit', 'off', true)
            """
          _ = try await transaction.run([settings.statement, statement.statement])
        }
      }
      for statement: SQL in [
        "INSERT INTO audit_entries (family_id, id, action) VALUES (\(bind: .text(family))::uuid, gen_random_uuid(), 'GRADE_SET')",
        "UPDATE audit_entries SET actor_name = 'Nobody'", "DELETE FROM audit_entries", "TRUNCATE audit_entries",
        "SELECT add_audit_entry(audit_entries) FROM audit_entries", "ALTER TABLE assignments DISABLE TRIGGER ALL",
        "SET LOCAL session_replication_role = replica",
      ] {
        let error = await #expect(throws: StatementError.self, "\(statement.statement.text)") { try await asServer(statement) }
        #expect(error?.reason == .statement(SQLState(rawValue: "42501")), "\(statement.statement.text)")
      }
      #expect(try await trail(parent) == before)
      try await asServer("UPDATE assignments SET points_awarded = 7 WHERE id = \(bind: .text(id))::uuid")
      #expect(try await trail(parent, since: before.count) == ["GRADE_SET by - of Student as STUDENT: T -/10 -> 7/10"])
    }
  }

  @Test func `A student is refused the trail`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let answer = try await student.ask("{ family { name auditTrail(first: 1) { totalCount nodes { id } } } }")
      #expect(answer.codes == ["family": "FORBIDDEN"])
      #expect(answer.at("data", "family", "auditTrail") == .null)
      #expect(answer.at("data", "family", "name")?.string == "Family")
    }
  }
}
