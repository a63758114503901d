import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Several assignments in one mutation: all of them, or none.
@Suite struct AssignmentBatchTests {
  private static let ground = MutationGround("assignment_batches")

  private func students(_ gateway: TestGateway, _ viewer: AccountViewer) async throws -> [String] {
    let family = try await gateway.answer("{ family { students { id } } }", as: viewer)
    return try #require(family.at("data", "family", "students")?.array).compactMap { $0.at("id")?.string }
  }

  private func create(_ items: String, _ gateway: TestGateway, as viewer: AccountViewer) async throws -> JSONValue {
    try await gateway.answer(
      """
      mutation { createAssignments(input: {assignments: [\(items)]}) {
        assignments { id title dueDate version course { id } questions { prompt position } } courses { id grade }
      } }
      """, as: viewer)
  }

  private func update(_ items: String, _ gateway: TestGateway, as viewer: AccountViewer) async throws -> JSONValue {
    try await gateway.answer(
      """
      mutation { updateAssignments(input: {assignments: [\(items)]}) {
        assignments { id title dueDate version student { id } } courses { id grade }
      } }
      """, as: viewer)
  }

  private func count(_ title: String, _ database: SchoolDatabase) async throws -> String? {
    try await database.run("SELECT count(*)::text FROM assignments WHERE title LIKE \(bind: .text(title))").text(row: 0, column: 0)
  }

  // MARK: Creation

  @Test func `Assignments of different students and shapes are made with their questions, in the order given`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let (_, course) = try await gateway.newCourse(as: database.parent)
      let ids = (0..<3).map { _ in newID() }
      let items = """
        {id: "\(ids[0])", studentId: "\(students[0])", courseId: "\(course)", title: "One", dueDate: "2027-01-04",
          questions: [{prompt: "Third?", position: 2}, {prompt: "First?"}, {prompt: "Second?"}, {prompt: "Fourth?", position: 2}]}
        {id: "\(ids[1])", studentId: "\(students[1])", title: "Two", instructions: "Line\\nand \\"quote\\" é", pointsPossible: 12.5}
        {id: "\(ids[2])", studentId: "\(students[0])", courseId: "\(course)", title: "Three", dueDate: "2027-01-05", questions: []}
        """
      let made = try await create(items, gateway, as: database.parent)
      #expect(made.at("errors") == nil)
      let assignments = try #require(made.at("data", "createAssignments", "assignments")?.array)
      #expect(assignments.map { $0.at("id")?.string } == ids)
      #expect(assignments.map { $0.at("title")?.string } == ["One", "Two", "Three"])
      #expect(assignments.map { $0.at("dueDate")?.string } == ["2027-01-04", nil, "2027-01-05"])
      #expect(assignments[0].at("questions")?.array?.map { $0.at("prompt")?.string } == ["First?", "Second?", "Third?", "Fourth?"])
      #expect(made.at("data", "createAssignments", "courses")?.array?.map { $0.at("id")?.string } == [course])
      let stored = try await gateway.answer(
        #"{ assignment(id: "\#(ids[1])") { instructions pointsPossible student { id } course { id } } }"#, as: database.parent)
      #expect(stored.at("data", "assignment", "instructions")?.string == "Line\nand \"quote\" é")
      #expect(stored.at("data", "assignment", "pointsPossible")?.number == 12.5)
      #expect(stored.at("data", "assignment", "student", "id")?.string == students[1])
      #expect(stored.at("data", "assignment", "course") == .null)
      // Sent again, it makes nothing twice, and is answered as the first time.
      #expect(try await create(items, gateway, as: database.parent) == made)
      let questions = try await database.run(
        "SELECT count(*)::text FROM questions WHERE assignment_id::text = \(bind: .text(ids[0]))")
      #expect(questions.text(row: 0, column: 0) == "4")
    }
  }

  @Test("One item that is refused refuses all, with its place", arguments: [
    (#"studentId: "S", title: "Bad", dueDate: "someday""#, "BAD_USER_INPUT", "dueDate"),
    (#"studentId: "S", title: " ""#, "BAD_USER_INPUT", "title"),
    (#"studentId: "S", title: "LONG""#, "BAD_USER_INPUT", "title"),
    (#"studentId: "S", title: "Bad", instructions: "LONG""#, "BAD_USER_INPUT", "instructions"),
    (#"studentId: "S", title: "Bad", questions: [{prompt: "LONG"}]"#, "BAD_USER_INPUT", "questions.0.prompt"),
    (#"studentId: "S", title: "Bad", dueTime: "09:00:00""#, "BAD_USER_INPUT", "dueTime"),
    (#"studentId: "S", title: "Bad", pointsPossible: 0"#, "BAD_USER_INPUT", "pointsPossible"),
    (#"studentId: "P", title: "Bad""#, "NOT_FOUND", "studentId"),
    (#"studentId: "0198a1b2-0000-7000-8000-00000000dead", title: "Bad""#, "NOT_FOUND", "studentId"),
    (#"studentId: "S", courseId: "F", title: "Bad""#, "NOT_FOUND", "courseId"),
    (#"id: "A", studentId: "S", title: "Bad""#, "BAD_USER_INPUT", "id"),
    (#"id: "U", studentId: "S", title: "Bad""#, "CONFLICT", "id"),
    (#"studentId: "S", title: "Bad", questions: [{prompt: "Q"}, {prompt: ""}]"#, "BAD_USER_INPUT", "questions.1.prompt"),
    (#"studentId: "S", title: "Bad", questions: [{prompt: "Q", position: 10000}]"#, "BAD_USER_INPUT", "questions.0.position"),
  ])
  func refused(fields: String, code: String, path: String) async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let (_, foreign) = try await gateway.newCourse(as: AccountViewer(database.sample.parentAccount(of: 0)))
      let (_, used) = try await gateway.newAssignment(as: database.parent, points: nil)
      let parent = try #require(database.parent.membership).memberID
      let title = "Batch \(newID())"
      let twice = newID()
      let bad = fields.replacing("\"S\"", with: "\"\(students[0])\"").replacing("\"P\"", with: "\"\(parent)\"")
        .replacing("\"F\"", with: "\"\(foreign)\"").replacing("\"A\"", with: "\"\(twice)\"").replacing("\"U\"", with: "\"\(used)\"")
        .replacing("Bad", with: title).replacing("LONG", with: String(repeating: "x", count: 100_001))
      let good = "{id: \"\(twice)\", studentId: \"\(students[0])\", title: \"\(title)\"}"
      let answer = try await create("\(good) {\(bad)}", gateway, as: database.parent)
      #expect(answer.codes == ["createAssignments": code], "\(answer)")
      #expect(answer.inputPath == "input.assignments.1.\(path)")
      #expect(answer.at("errors", 0, "extensions", "inputPath", 2) == .number("1"))
      #expect(try await count("\(title)%", database) == "0")
      // Nothing is kept of it: the id is free.
      #expect(try await create(good, gateway, as: database.parent).at("errors") == nil)
    }
  }

  @Test func `Between one and 200 assignments are made, by parents alone`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      func items(_ count: Int, _ title: String) -> String {
        (0..<count).map { "{studentId: \"\(students[$0 % 2])\", title: \"\(title) \($0)\", dueDate: \"2027-02-01\"}" }
          .joined(separator: " ")
      }
      for number in [0, 201] {
        let answer = try await create(items(number, "Many"), gateway, as: database.parent)
        #expect(answer.codes == ["createAssignments": "BAD_USER_INPUT"])
        #expect(answer.inputPath == "input.assignments")
      }
      let questions = Array(repeating: "{prompt: \"Q\"}", count: 101).joined(separator: " ")
      let asked = try await create(
        "{studentId: \"\(students[0])\", title: \"Many\", questions: [\(questions)]}", gateway, as: database.parent)
      #expect(asked.inputPath == "input.assignments.0.questions")
      #expect(try await create(items(2, "Many"), gateway, as: database.student).codes == ["createAssignments": "FORBIDDEN"])
      #expect(try await count("Many%", database) == "0")
      let made = try await create(items(200, "Many"), gateway, as: database.parent)
      #expect(made.at("errors") == nil)
      let titles = made.at("data", "createAssignments", "assignments")?.array?.map { $0.at("title")?.string }
      #expect(titles == (0..<200).map { "Many \($0)" })
    }
  }

  @Test func `An id of another family is free`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let stranger = AccountViewer(database.sample.parentAccount(of: 0))
      let (_, foreign) = try await gateway.newAssignment(as: stranger, points: nil)
      let question = newID()
      let asked = try await gateway.answer(
        #"mutation { createQuestion(input: {id: "\#(question)", assignmentId: "\#(foreign)", prompt: "Theirs"}) { __typename } }"#,
        as: stranger)
      #expect(asked.at("errors") == nil)
      let made = try await create(
        #"{id: "\#(foreign)", studentId: "\#(students[0])", title: "Ours", questions: [{id: "\#(question)", prompt: "Ours"}]}"#,
        gateway, as: database.parent)
      #expect(made.at("errors") == nil)
      #expect(made.at("data", "createAssignments", "assignments", 0, "questions", 0, "prompt")?.string == "Ours")
      let theirs = try await gateway.answer(
        #"{ assignment(id: "\#(foreign)") { title questions { prompt } } }"#, as: stranger)
      #expect(theirs.at("data", "assignment", "title")?.string == "T")
      #expect(theirs.at("data", "assignment", "questions", 0, "prompt")?.string == "Theirs")
    }
  }

  @Test func `A batch that passes the family's quota is refused as a whole`() async throws {
    let database = try await SchoolDatabase("assignment_batch_quota", families: 1)
    let gateway = try TestGateway(database.app)
    let students = try await students(gateway, database.parent)
    let family = try #require(database.parent.membership).familyID
    try await database.run(
      """
      UPDATE family_usage SET maximum_rows = rows + 2 WHERE family_id = \(bind: .uuid(family)) AND kind = 'assignments'
      """)
    func items(_ count: Int) -> String {
      (0..<count).map { "{studentId: \"\(students[0])\", title: \"Quota \($0)\"}" }.joined(separator: " ")
    }
    let refused = try await create(items(3), gateway, as: database.parent)
    #expect(refused.codes == ["createAssignments": "LIMIT_EXCEEDED"])
    #expect(refused.at("errors", 0, "extensions", "limit")?.string == "assignmentsOfFamily")
    #expect(try await count("Quota%", database) == "0")
    #expect(try await create(items(2), gateway, as: database.parent).at("errors") == nil)
    await gateway.pool.shutdown()
  }

  // MARK: Update

  @Test func `Each assignment is changed in the fields that its item gives, and courses follow`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let (_, one) = try await gateway.newCourse(as: database.parent)
      let (_, two) = try await gateway.newCourse(as: database.parent)
      var ids: [String] = []
      for _ in 0..<3 { ids.append(try await gateway.newAssignment(as: database.parent, points: 10, course: one).assignment) }
      for (id, points) in zip(ids, [6, 10]) {
        _ = try await gateway.answer(
          #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: \#(points)}) { __typename } }"#, as: database.parent)
      }
      let answer = try await update(
        """
        {id: "\(ids[2])", title: "Last", dueDate: "2027-03-01"} {id: "\(ids[0])", courseId: "\(two)", ifVersion: 2}
        {id: "\(ids[1])", pointsPossible: 20, studentId: "\(students[1])"}
        """, gateway, as: database.parent)
      #expect(answer.at("errors") == nil)
      let assignments = try #require(answer.at("data", "updateAssignments", "assignments")?.array)
      #expect(assignments.map { $0.at("id")?.string } == [ids[2], ids[0], ids[1]])
      #expect(assignments.map { $0.at("title")?.string } == ["Last", "T", "T"])
      #expect(assignments.map { $0.at("dueDate")?.string } == ["2027-03-01", nil, nil])
      #expect(assignments.map { $0.at("version") } == [.number("2"), .number("3"), .number("3")])
      #expect(assignments.map { $0.at("student", "id")?.string } == [students[0], students[0], students[1]])
      let courses = try #require(answer.at("data", "updateAssignments", "courses")?.array)
      #expect(courses.map { $0.at("id")?.string } == [one, two])
      #expect(courses.map { $0.at("grade")?.number } == [50, 60])
    }
  }

  @Test("One change that is refused refuses all, with its place", arguments: [
    (#"id: "G", pointsPossible: 4"#, "BAD_USER_INPUT", "pointsPossible"), (#"id: "G", pointsPossible: null"#, "BAD_USER_INPUT", "pointsPossible"),
    (#"id: "G", ifVersion: 1, title: "X""#, "CONFLICT", "ifVersion"), (#"id: "N", title: "X""#, "NOT_FOUND", "id"),
    (#"id: "F", title: "X""#, "NOT_FOUND", "id"), (#"id: "A", title: "X""#, "BAD_USER_INPUT", "id"),
    (#"id: "G", studentId: "N""#, "NOT_FOUND", "studentId"), (#"id: "G", studentId: null"#, "BAD_USER_INPUT", "studentId"),
    (#"id: "G", dueTime: "09:00:00""#, "BAD_USER_INPUT", "dueTime"), (#"id: "G", title: """#, "BAD_USER_INPUT", "title"),
    (#"id: "G", title: "LONG""#, "BAD_USER_INPUT", "title"), (#"id: "G", instructions: "LONG""#, "BAD_USER_INPUT", "instructions"),
  ])
  func refusedChange(fields: String, code: String, path: String) async throws {
    try await Self.ground.withGateway { gateway, database in
      let (_, first) = try await gateway.newAssignment(as: database.parent, points: nil)
      let (_, graded) = try await gateway.newAssignment(as: database.parent, points: 10)
      _ = try await gateway.answer(
        #"mutation { gradeAssignment(input: {id: "\#(graded)", pointsAwarded: 5}) { __typename } }"#, as: database.parent)
      let stranger = AccountViewer(database.sample.parentAccount(of: 0))
      let (_, foreign) = try await gateway.newAssignment(as: stranger, points: nil)
      let item = fields.replacing("\"A\"", with: "\"\(first)\"").replacing("\"G\"", with: "\"\(graded)\"")
        .replacing("\"F\"", with: "\"\(foreign)\"").replacing("\"N\"", with: "\"\(newID())\"")
        .replacing("LONG", with: String(repeating: "x", count: 100_001))
      let answer = try await update("{id: \"\(first)\", title: \"Changed\"} {\(item)}", gateway, as: database.parent)
      #expect(answer.codes == ["updateAssignments": code], "\(answer)")
      #expect(answer.inputPath == "input.assignments.1.\(path)")
      if code == "CONFLICT" { #expect(answer.at("errors", 0, "extensions", "currentVersion") == .number("2")) }
      let kept = try await gateway.answer(#"{ assignment(id: "\#(first)") { title version } }"#, as: database.parent)
      #expect(kept.at("data", "assignment", "title")?.string == "T")
      #expect(kept.at("data", "assignment", "version") == .number("1"))
      let other = try await gateway.answer(#"{ assignment(id: "\#(foreign)") { title } }"#, as: stranger)
      #expect(other.at("data", "assignment", "title")?.string == "T")
    }
  }

  // MARK: Another student

  @Test func `Work that moves to another student keeps its grade and questions, and loses its mark`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let (_, id) = try await gateway.newAssignment(as: database.parent, points: 10)
      _ = try await gateway.answer(
        """
        mutation {
          updateAssignment(input: {id: "\(id)", dueDate: "2027-11-01"}) { __typename }
          createQuestion(input: {assignmentId: "\(id)", prompt: "Q"}) { __typename }
          markAssignmentDone(input: {id: "\(id)"}) { __typename }
        }
        """, as: database.parent)
      func move(to student: String) async throws -> JSONValue {
        try await gateway.answer(
          """
          mutation { updateAssignment(input: {id: "\(id)", studentId: "\(student)"}) {
            assignment { state doneAt student { id } questions { prompt } } previousStudent { id } } }
          """, as: database.parent)
      }
      // The same student keeps the mark.
      let same = try await move(to: students[0])
      #expect(same.at("data", "updateAssignment", "assignment", "state")?.string == "DONE")
      #expect(same.at("data", "updateAssignment", "previousStudent") == .null)
      let moved = try await move(to: students[1])
      #expect(moved.at("data", "updateAssignment", "assignment", "state")?.string == "OPEN")
      #expect(moved.at("data", "updateAssignment", "assignment", "doneAt") == .null)
      #expect(moved.at("data", "updateAssignment", "assignment", "student", "id")?.string == students[1])
      #expect(moved.at("data", "updateAssignment", "assignment", "questions")?.array?.count == 1)
      #expect(moved.at("data", "updateAssignment", "previousStudent", "id")?.string == students[0])
      for (student, count) in [(students[0], 0), (students[1], 1)] {
        let day = try await gateway.answer(
          #"{ planner(from: "2027-11-01", days: 1, studentId: "\#(student)") { entries { id } } }"#, as: database.parent)
        #expect(day.at("data", "planner", 0, "entries")?.array?.filter { $0.at("id")?.string == id }.count == count)
      }
      _ = try await gateway.answer(
        #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: 7}) { __typename } }"#, as: database.parent)
      #expect(try await move(to: students[0]).at("data", "updateAssignment", "assignment", "state")?.string == "GRADED")
      let trail = try await gateway.answer(
        """
        { family { auditTrail(first: 1, where: {assignment: {id: {eq: "\(id)"}}, action: {eq: GRADED_ASSIGNMENT_MOVED}}) { nodes {
          member { id } previousMember { id } previousMemberName pointsAwarded } } } }
        """, as: database.parent)
      let entry = try #require(trail.at("data", "family", "auditTrail", "nodes", 0))
      #expect(entry.at("member", "id")?.string == students[0])
      #expect(entry.at("previousMember", "id")?.string == students[1])
      #expect(entry.at("previousMemberName")?.string != nil)
      #expect(entry.at("pointsAwarded")?.number == 7)
    }
  }
}
