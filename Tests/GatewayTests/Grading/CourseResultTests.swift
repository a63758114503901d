import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The student's own result in the course of an assignment.
@Suite(.serialized) struct CourseResultTests {
  private static let database = Task { try await SchoolDatabase("course_results", families: 1) }

  /// Two students in one course, who have 100 and 40.
  private func siblings(_ talk: Conversation) async throws -> (course: String, students: [String], work: [String]) {
    let (subject, course, students, work) = (newID(), newID(), [newID(), newID()], [newID(), newID()])
    _ = try await talk.ask(
      """
      mutation {
        createStudent(input: {id: "\(students[0])", name: "Ann"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "Bob"}) { __typename }
        createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename }
        createAssignments(input: {assignments: [
          {id: "\(work[0])", studentId: "\(students[0])", courseId: "\(course)", title: "A", pointsPossible: 10, pointsAwarded: 10}
          {id: "\(work[1])", studentId: "\(students[1])", courseId: "\(course)", title: "B", pointsPossible: 10, pointsAwarded: 4}
          {studentId: "\(students[1])", courseId: "\(course)", title: "Open", pointsPossible: 10}
          {studentId: "\(students[1])", title: "Alone", pointsPossible: 10, pointsAwarded: 1}
        ]}) { __typename }
      }
      """, as: talk.elena)
    return (course, students, work)
  }

  @Test func `Siblings in one course see their own grades in the nested query, and the course that of all`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, students, _) = try await siblings(talk)
      let data = try await talk.ask(
        """
        { family { students(first: 100) { id assignments { title course { grade }
          courseResult { grade computedGrade letter gradedCount assignmentCount course { id } } } } } }
        """, as: talk.ada)
      func work(_ student: Int, _ title: String) -> JSONValue? {
        data.at("family", "students")?.array?.first { $0.at("id")?.string == students[student] }?
          .at("assignments")?.array?.first { $0.at("title")?.string == title }
      }
      #expect(work(0, "A")?.at("course", "grade")?.number == 70)
      #expect(work(1, "B")?.at("course", "grade")?.number == 70)
      #expect(work(0, "A")?.at("courseResult", "grade")?.number == 100)
      #expect(work(1, "B")?.at("courseResult", "grade")?.number == 40)
      #expect(work(1, "Open")?.at("courseResult") == work(1, "B")?.at("courseResult"))
      #expect(work(0, "A")?.at("courseResult", "letter")?.string?.hasPrefix("A") == true)
      #expect(work(1, "B")?.at("courseResult", "letter")?.string == "F")
      #expect(work(1, "B")?.at("courseResult", "gradedCount")?.number == 1)
      #expect(work(1, "B")?.at("courseResult", "assignmentCount")?.number == 2)
      #expect(work(1, "B")?.at("courseResult", "course", "id")?.string == course)
      #expect(work(1, "Alone")?.at("courseResult") == .null)
    }
  }

  @Test func `A grade that is set by hand stands in the result of each of the student's assignments`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, students, work) = try await siblings(talk)
      _ = try await talk.ask(
        #"mutation { setGradeOverride(input: {courseId: "\#(course)", studentId: "\#(students[1])", grade: 88.5}) { __typename } }"#,
        as: talk.elena)
      let data = try await talk.ask(
        #"{ nodes(ids: ["\#(work[0])", "\#(work[1])"]) { ... on Assignment { courseResult { grade computedGrade letter } } } }"#,
        as: talk.elena)
      #expect(data.at("nodes", 0, "courseResult", "grade")?.number == 100)
      #expect(data.at("nodes", 1, "courseResult", "grade")?.number == 88.5)
      #expect(data.at("nodes", 1, "courseResult", "computedGrade")?.number == 40)
      #expect(data.at("nodes", 1, "courseResult", "letter")?.string == "B+")
    }
  }

  @Test func `The payload of a grade has the student's result that follows`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, _, work) = try await siblings(talk)
      let graded = try await talk.ask(
        #"""
        mutation { gradeAssignment(input: {id: "\#(work[1])", pointsAwarded: 6}) {
          course { grade } courseResult { grade gradedCount course { id name } } assignment { courseResult { grade } } } }
        """#, as: talk.elena).at("gradeAssignment")
      #expect(graded?.at("course", "grade")?.number == 80)
      #expect(graded?.at("courseResult", "grade")?.number == 60)
      #expect(graded?.at("courseResult", "course", "id")?.string == course)
      #expect(graded?.at("assignment", "courseResult", "grade")?.number == 60)
      let moved = try await talk.ask(
        #"""
        mutation { updateAssignment(input: {id: "\#(work[1])", courseId: null}) {
          course { id } courseResult { grade } previousCourse { grade } } }
        """#, as: talk.elena).at("updateAssignment")
      #expect(moved?.at("course") == .null)
      #expect(moved?.at("courseResult") == .null)
      #expect(moved?.at("previousCourse", "grade")?.number == 100)
      let back = try await talk.ask(
        #"mutation { updateAssignment(input: {id: "\#(work[1])", courseId: "\#(course)"}) { courseResult { grade } } }"#, as: talk.elena)
      #expect(back.at("updateAssignment", "courseResult", "grade")?.number == 60)
    }
  }

  @Test func `Results are one level, whatever the number of assignments`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = """
        { family { students(first: 100) { assignments(first: 100) { title courseResult { grade letter gradedCount } } } } }
        """
      _ = try await talk.ask(query, as: talk.elena)
      let before = talk.gateway.pool.statistics.roundTrips
      _ = try await talk.ask(query, as: talk.elena)
      #expect(talk.gateway.pool.statistics.roundTrips - before == 1)
    }
  }
}
