import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A course for another student, or for another year.
@Suite struct CourseCopyTests {
  private static let ground = MutationGround("course_copies")

  /// A course with two dated assignments of the first student, one without a day, and one of the second student.
  private struct Original {
    let students: [String]
    let subject: String
    let course: String
  }

  private func original(_ gateway: TestGateway, _ viewer: AccountViewer) async throws -> Original {
    let family = try await gateway.answer("{ family { students { id } } }", as: viewer)
    let students = try #require(family.at("data", "family", "students")?.array).compactMap { $0.at("id")?.string }
    let (subject, course) = try await gateway.newCourse(as: viewer)
    let made = try await gateway.answer(
      """
      mutation {
        updateCourse(input: {id: "\(course)", description: "All of it"}) { __typename }
        createAssignments(input: {assignments: [
          {studentId: "\(students[0])", courseId: "\(course)", title: "Later", dueDate: "2027-09-13", pointsPossible: 10, instructions: "Read",
            questions: [{prompt: "Second?", position: 1}, {prompt: "First?"}, {prompt: "Third?", position: 1}]}
          {studentId: "\(students[0])", courseId: "\(course)", title: "First", dueDate: "2027-09-06", dueTime: "09:30:00"}
          {studentId: "\(students[0])", courseId: "\(course)", title: "Some day", pointsPossible: 7.5}
          {studentId: "\(students[1])", courseId: "\(course)", title: "Another's", dueDate: "2020-01-01"}
        ]}) { assignments { id } }
      }
      """, as: viewer)
    #expect(made.at("errors") == nil)
    let ids = made.at("data", "createAssignments", "assignments")?.array?.compactMap { $0.at("id")?.string } ?? []
    for id in ids.prefix(1) {
      _ = try await gateway.answer(
        """
        mutation { markAssignmentDone(input: {id: "\(id)"}) { __typename } gradeAssignment(input: {id: "\(id)", pointsAwarded: 9}) { __typename } }
        """, as: viewer)
    }
    return Original(students: students, subject: subject, course: course)
  }

  private func copy(_ fields: String, _ gateway: TestGateway, as viewer: AccountViewer) async throws -> JSONValue {
    try await gateway.answer(
      """
      mutation { copyCourse(input: {\(fields)}) { course { id name description grade version subject { id } assignments {
        title instructions dueDate dueTime pointsPossible pointsAwarded state doneAt student { id } questions { prompt position }
      } } } }
      """, as: viewer)
  }

  @Test func `A copy has the student's assignments and questions, and neither grades nor marks`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      let (other, _) = try await gateway.newCourse(as: database.parent)
      let id = newID()
      let fields = """
        id: "\(original.course)", newId: "\(id)", fromStudentId: "\(original.students[0])", studentId: "\(original.students[1])",
        subjectId: "\(other)", name: "Next year", firstDueDate: "2028-09-04"
        """
      let answer = try await copy(fields, gateway, as: database.parent)
      #expect(answer.at("errors") == nil)
      let course = try #require(answer.at("data", "copyCourse", "course"))
      #expect(course.at("id")?.string == id)
      #expect(course.at("name")?.string == "Next year")
      #expect(course.at("description")?.string == "All of it")
      #expect(course.at("subject", "id")?.string == other)
      #expect(course.at("grade") == .null)
      #expect(course.at("version") == .number("1"))
      let assignments = try #require(course.at("assignments")?.array)
      #expect(assignments.map { $0.at("title")?.string } == ["First", "Later", "Some day"])
      #expect(assignments.map { $0.at("dueDate")?.string } == ["2028-09-04", "2028-09-11", nil])
      #expect(assignments.map { $0.at("dueTime")?.string } == ["09:30:00", nil, nil])
      #expect(assignments.map { $0.at("pointsPossible")?.number } == [nil, 10, 7.5])
      #expect(assignments.allSatisfy { $0.at("state")?.string == "OPEN" && $0.at("pointsAwarded") == .null && $0.at("doneAt") == .null })
      #expect(assignments.allSatisfy { $0.at("student", "id")?.string == original.students[1] })
      #expect(assignments[1].at("instructions")?.string == "Read")
      // The older of equal positions comes first, as in the original.
      #expect(
        assignments[1].at("questions")?.array?.map { $0.at("prompt")?.string } == ["First?", "Second?", "Third?"])
      // Sent again, it makes nothing; with other fields, it is a conflict.
      #expect(try await copy(fields, gateway, as: database.parent) == answer)
      let changed = try await copy(fields.replacing("Next year", with: "Other"), gateway, as: database.parent)
      #expect(changed.codes == ["copyCourse": "CONFLICT"])
      #expect(changed.inputPath == "input.newId")
      // The original is as it was.
      let kept = try await gateway.answer(
        #"{ course(id: "\#(original.course)") { grade assignments { title } } }"#, as: database.parent)
      #expect(kept.at("data", "course", "grade")?.number == 90)
      #expect(kept.at("data", "course", "assignments")?.array?.count == 4)
    }
  }

  @Test func `A copy has the weight groups of the course, with the assignments in them`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      let groups = [newID(), newID()]
      let made = try await gateway.answer(
        """
        mutation {
          a: createWeightGroup(input: {id: "\(groups[0])", courseId: "\(original.course)", name: "A", weight: 2.5}) { __typename }
          b: createWeightGroup(input: {id: "\(groups[1])", courseId: "\(original.course)", name: "B"}) { __typename }
          updateCourse(input: {id: "\(original.course)", gradingMethod: TOTAL_POINTS, code: "X-1", status: COMPLETED}) { __typename }
          createAssignments(input: {assignments: [
            {studentId: "\(original.students[0])", courseId: "\(original.course)", title: "In A", weightGroupId: "\(groups[0])"}
            {studentId: "\(original.students[0])", courseId: "\(original.course)", title: "In B", weightGroupId: "\(groups[1])",
              isExtraCredit: true}
          ]}) { __typename }
        }
        """, as: database.parent)
      #expect(made.at("errors") == nil, "\(made.indented())")
      let answer = try await gateway.answer(
        """
        mutation { copyCourse(input: {id: "\(original.course)", fromStudentId: "\(original.students[0])"}) { course {
          code status gradingMethod ungroupedCount weightGroups { id name weight assignments { title isExtraCredit } }
        } } }
        """, as: database.parent)
      let course = try #require(answer.at("data", "copyCourse", "course"), "\(answer.indented())")
      #expect(course.at("status")?.string == "ACTIVE")
      #expect(course.at("code")?.string == "X-1" && course.at("gradingMethod")?.string == "TOTAL_POINTS")
      let copies = try #require(course.at("weightGroups")?.array)
      #expect(copies.map { $0.at("name")?.string } == ["A", "B"])
      #expect(copies.map { $0.at("weight")?.number } == [2.5, 1])
      let ids = Set(copies.compactMap { $0.at("id")?.string })
      #expect(ids.count == 2 && ids.isDisjoint(with: groups))
      #expect(copies.map { $0.at("assignments", 0, "title")?.string } == ["In A", "In B"])
      #expect(copies[1].at("assignments", 0, "isExtraCredit") == .bool(true))
      #expect(course.at("ungroupedCount") == .number("3"))
    }
  }

  @Test func `A copy for the same student moves by days, back and forth`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      for (move, days) in [
        ("", ["2027-09-06", "2027-09-13", nil]), ("moveDaysBy: 364", ["2028-09-04", "2028-09-11", nil]),
        ("moveDaysBy: -7", ["2027-08-30", "2027-09-06", nil]), ("moveDaysBy: null, firstDueDate: null", ["2027-09-06", "2027-09-13", nil]),
      ] {
        let answer = try await copy(
          #"id: "\#(original.course)", fromStudentId: "\#(original.students[0])" \#(move)"#, gateway, as: database.parent)
        #expect(answer.at("errors") == nil)
        let course = try #require(answer.at("data", "copyCourse", "course"))
        #expect(course.at("name")?.string == "C")
        #expect(course.at("subject", "id")?.string == original.subject)
        #expect(course.at("assignments")?.array?.map { $0.at("dueDate")?.string } == days)
        #expect(course.at("assignments", 0, "student", "id")?.string == original.students[0])
      }
      // A student without work in the course has a course without work.
      let empty = try await copy(
        #"id: "\#(original.course)", fromStudentId: "\#(original.students[2])", firstDueDate: "2028-01-01""#, gateway,
        as: database.parent)
      #expect(empty.at("data", "copyCourse", "course", "assignments")?.array?.isEmpty == true)
    }
  }

  @Test func `An id of another family is free`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      let stranger = AccountViewer(database.sample.parentAccount(of: 0))
      let (_, foreign) = try await gateway.newCourse(as: stranger)
      let answer = try await copy(
        #"id: "\#(original.course)", newId: "\#(foreign)", fromStudentId: "\#(original.students[0])", name: "Ours""#, gateway,
        as: database.parent)
      #expect(answer.at("data", "copyCourse", "course", "id")?.string == foreign)
      let theirs = try await gateway.answer(#"{ course(id: "\#(foreign)") { name assignments { title } } }"#, as: stranger)
      #expect(theirs.at("data", "course", "name")?.string == "C")
      #expect(theirs.at("data", "course", "assignments")?.array?.isEmpty == true)
    }
  }

  @Test("What does not fit is refused, and nothing is copied", arguments: [
    (#"id: "X", fromStudentId: "S""#, "NOT_FOUND", "id"), (#"id: "F", fromStudentId: "S""#, "NOT_FOUND", "id"),
    (#"id: "C", fromStudentId: "X""#, "NOT_FOUND", "fromStudentId"), (#"id: "C", fromStudentId: "P""#, "NOT_FOUND", "fromStudentId"),
    (#"id: "C", fromStudentId: "S", studentId: "X""#, "NOT_FOUND", "studentId"),
    (#"id: "C", fromStudentId: "S", subjectId: "X""#, "NOT_FOUND", "subjectId"),
    (#"id: "C", fromStudentId: "S", ifVersion: 1"#, "CONFLICT", "ifVersion"),
    (#"id: "C", newId: "C", fromStudentId: "S""#, "CONFLICT", "newId"),
    (#"id: "C", fromStudentId: "S", studentId: "T", name: " ""#, "BAD_USER_INPUT", "name"),
    (#"id: "C", fromStudentId: "S", firstDueDate: "soon""#, "BAD_USER_INPUT", "firstDueDate"),
    (#"id: "C", fromStudentId: "S", moveDaysBy: 1, firstDueDate: "2028-01-01""#, "BAD_USER_INPUT", "firstDueDate"),
    (#"id: "C", fromStudentId: "S", moveDaysBy: 36501"#, "BAD_USER_INPUT", "moveDaysBy"),
    (#"id: "C", fromStudentId: "S", firstDueDate: "9999-12-30""#, "BAD_USER_INPUT", "firstDueDate"),
  ])
  func refused(fields: String, code: String, path: String) async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      let (_, foreign) = try await gateway.newCourse(as: AccountViewer(database.sample.parentAccount(of: 0)))
      let parent = try #require(database.parent.membership).memberID
      func count() async throws -> String? {
        try await database.run(
          "SELECT count(*)::text FROM assignments WHERE title = 'Later' AND student_id::text = \(bind: .text(original.students[2]))"
        ).text(row: 0, column: 0)
      }
      let input = fields.replacing("\"C\"", with: "\"\(original.course)\"").replacing("\"S\"", with: "\"\(original.students[0])\"")
        .replacing("\"X\"", with: "\"\(newID())\"").replacing("\"F\"", with: "\"\(foreign)\"")
        .replacing("\"P\"", with: "\"\(parent)\"").replacing("\"T\"", with: "\"\(original.students[2])\"")
      let answer = try await copy(input, gateway, as: database.parent)
      #expect(answer.codes == ["copyCourse": code], "\(answer)")
      #expect(answer.inputPath == "input.\(path)")
      #expect(try await count() == "0")
      #expect(try await copy(input, gateway, as: database.student).codes == ["copyCourse": "FORBIDDEN"])
    }
  }

  @Test func `More than a thousand assignments are not copied at once`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let original = try await original(gateway, database.parent)
      let family = try #require(database.parent.membership).familyID
      try await database.run(
        """
        INSERT INTO assignments (family_id, id, student_id, course_id, title)
        SELECT \(bind: .uuid(family)), gen_random_uuid(), \(bind: .text(original.students[0]))::uuid,
          \(bind: .text(original.course))::uuid, 'Work ' || number FROM generate_series(1, 997) AS number
        """)
      let fields = #"id: "\#(original.course)", fromStudentId: "\#(original.students[0])""#
      #expect(try await copy(fields, gateway, as: database.parent).at("errors") == nil)
      try await database.run(
        """
        INSERT INTO assignments (family_id, id, student_id, course_id, title)
        SELECT \(bind: .uuid(family)), gen_random_uuid(), \(bind: .text(original.students[0]))::uuid,
          \(bind: .text(original.course))::uuid, 'One more'
        """)
      let answer = try await copy(fields, gateway, as: database.parent)
      #expect(answer.codes == ["copyCourse": "LIMIT_EXCEEDED"])
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "assignmentsOfCopiedCourse")
      #expect(answer.at("errors", 0, "extensions", "maximum") == .number("1000"))
    }
  }
}
