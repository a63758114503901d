import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Grades of other days, grades of new work, and many grades at once.
@Suite(.serialized) struct GradedOnTests {
  private static let database = Task { try await SchoolDatabase("graded_on", families: 1) }

  private func member(_ talk: Conversation) throws -> String {
    let membership = try #require(talk.ada.membership)
    return membership.memberID.description
  }

  private func today(_ talk: Conversation, plus days: Int = 0) async throws -> String {
    let member = try member(talk)
    return try await talk.text(
      """
      SELECT ((now() AT TIME ZONE families.time_zone)::date + \(bind: .int4(Int32(days))))::text
      FROM families JOIN members USING (family_id) WHERE members.id::text = \(bind: .text(member))
      """)
  }

  private func newCourse(_ talk: Conversation) async throws -> String {
    let (subject, course) = (newID(), newID())
    _ = try await talk.ask(
      """
      mutation { createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename } }
      """, as: talk.elena)
    return course
  }

  @Test func `A grade of an earlier day counts in series from that day on, and goes with the grade`() async throws {
    try await Conversation.with(Self.database) { talk in
      let course = try await newCourse(talk)
      let id = try await talk.newAssignment(of: talk.ada, "W", #"courseId: "\#(course)", pointsPossible: 10"#)
      func change(_ mutation: String, _ fields: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { \#(mutation)(input: {id: "\#(id)", \#(fields)}) { assignment { gradedOn gradedAt pointsAwarded } } }"#, as: talk.elena)
      }
      let graded = try await change("gradeAssignment", #"pointsAwarded: 9, gradedOn: "2024-05-17""#)
      #expect(graded.at("errors") == nil, "\(graded.indented())")
      #expect(graded.at("data", "gradeAssignment", "assignment", "gradedOn")?.string == "2024-05-17")
      #expect(graded.at("data", "gradeAssignment", "assignment", "gradedAt")?.string != nil)
      let series = try await talk.ask(
        #"{ course(id: "\#(course)") { gradeProgress(from: "2024-05-16", to: "2024-05-18", by: DAY) { firstDay grade } } }"#, as: talk.ada)
      #expect(
        series.at("course", "gradeProgress")?.array?.map { $0.at("firstDay")?.string } == ["2024-05-17", "2024-05-18"])
      // The correction keeps the day; another one moves it.
      _ = try await change("gradeAssignment", "pointsAwarded: 8")
      let moved = try await change("updateAssignment", #"gradedOn: "2024-05-18""#)
      #expect(moved.at("data", "updateAssignment", "assignment", "gradedOn")?.string == "2024-05-18")
      let today = try await today(talk)
      let cleared = try await change("gradeAssignment", "gradedOn: null")
      #expect(cleared.at("data", "gradeAssignment", "assignment", "gradedOn")?.string == today)
      _ = try await change("gradeAssignment", #"gradedOn: "2024-05-18""#)
      let taken = try await change("gradeAssignment", "pointsAwarded: null")
      #expect(taken.at("data", "gradeAssignment", "assignment", "gradedOn") == .null)
      let again = try await change("gradeAssignment", "pointsAwarded: 7")
      #expect(again.at("data", "gradeAssignment", "assignment", "gradedOn")?.string == today)
    }
  }

  @Test func `A day without a grade, and one that is to come, are refused at their place`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada)
      let tomorrow = try await today(talk, plus: 1)
      for (fields, path) in [
        (#"gradedOn: "2024-05-17""#, "gradedOn"), (#"pointsAwarded: null, gradedOn: "2024-05-17""#, "gradedOn"),
        (#"pointsAwarded: 9, gradedOn: "\#(tomorrow)""#, "gradedOn"), (#"pointsAwarded: 9, gradedOn: "9999-12-31""#, "gradedOn"),
      ] {
        let answer = try await talk.answer(
          #"mutation { gradeAssignment(input: {id: "\#(id)", \#(fields)}) { __typename } }"#, as: talk.elena)
        #expect(answer.code == "BAD_USER_INPUT", "\(fields) \(answer.indented())")
        #expect(answer.at("errors", 0, "extensions", "inputPath")?.array?.last?.string == path, "\(fields)")
      }
      let today = try await today(talk)
      let answer = try await talk.answer(
        #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: 9, gradedOn: "\#(today)"}) { __typename } }"#, as: talk.elena)
      #expect(answer.at("errors") == nil)
    }
  }

  @Test func `New assignments may be graded, and a grade that does not fit is refused with its item`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, student) = (try await newCourse(talk), try member(talk))
      func create(_ items: [String]) async throws -> JSONValue {
        let items = items.map { #"{studentId: "\#(student)", courseId: "\#(course)", title: "W", \#($0)}"# }.joined(separator: ", ")
        return try await talk.answer(
          "mutation { createAssignments(input: {assignments: [\(items)]}) { assignments { percentage gradedOn gradedAt } courses { grade } } }",
          as: talk.elena)
      }
      for (wrong, path) in [
        ("pointsPossible: 10, pointsAwarded: 10.5", "pointsAwarded"), ("pointsAwarded: 5", "pointsAwarded"),
        ("pointsPossible: 10, pointsAwarded: -1", "pointsAwarded"), (#"pointsPossible: 10, gradedOn: "2024-01-01""#, "gradedOn"),
        (#"pointsPossible: 10, pointsAwarded: 1, gradedOn: "9999-01-01""#, "gradedOn"),
      ] {
        let answer = try await create(["pointsPossible: 10, pointsAwarded: 9", wrong])
        #expect(answer.code == "BAD_USER_INPUT", "\(wrong) \(answer.indented())")
        #expect(answer.at("errors", 0, "extensions", "inputPath") == .array(
          [.string("input"), .string("assignments"), .number("1"), .string(path)]), "\(wrong) \(answer.indented())")
      }
      let made = try await create([
        #"pointsPossible: 10, pointsAwarded: 9, gradedOn: "2024-02-29""#, "pointsPossible: 10, pointsAwarded: 12, allowsBonus: true",
        "pointsPossible: 10",
      ])
      #expect(made.at("errors") == nil, "\(made.indented())")
      let list = made.at("data", "createAssignments", "assignments")
      #expect(list?.at(0, "percentage")?.number == 90)
      #expect(list?.at(0, "gradedOn")?.string == "2024-02-29")
      #expect(list?.at(1, "percentage")?.number == 120)
      #expect(list?.at(2, "gradedOn") == .null)
      #expect(made.at("data", "createAssignments", "courses", 0, "grade")?.number == 105)
      let entries = try await talk.text(
        """
        SELECT count(*)::text FROM audit_entries JOIN assignments ON assignments.id = audit_entries.assignment_id
        WHERE audit_entries.action = 'GRADE_SET' AND assignments.course_id::text = \(bind: .text(course))
        """)
      #expect(entries == "2")
    }
  }

  @Test func `Two hundred grades are given at once, or none`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, student) = (try await newCourse(talk), try member(talk))
      let ids = (0..<200).map { _ in newID() }
      let items = ids.map { #"{id: "\#($0)", studentId: "\#(student)", courseId: "\#(course)", title: "W", pointsPossible: 200}"# }
      _ = try await talk.ask(
        "mutation { createAssignments(input: {assignments: [\(items.joined(separator: ", "))]}) { __typename } }", as: talk.elena)
      func grade(_ points: (Int) -> String) async throws -> JSONValue {
        let items = ids.enumerated().map { index, id in #"{id: "\#(id)", pointsAwarded: \#(points(index)), gradedOn: "2024-03-01"}"# }
        return try await talk.answer(
          """
          mutation { updateAssignments(input: {assignments: [\(items.joined(separator: ", "))]}) {
            assignments { pointsAwarded courseResult { grade gradedCount } } courses { grade } } }
          """, as: talk.elena)
      }
      let refused = try await grade { $0 == 150 ? "201" : "\($0)" }
      #expect(refused.code == "BAD_USER_INPUT")
      #expect(refused.at("errors", 0, "extensions", "inputPath")?.array?.dropFirst(2).first?.number == 150)
      let none = try await talk.ask(#"{ course(id: "\#(course)") { grade } }"#, as: talk.elena)
      #expect(none.at("course", "grade") == .null)
      let graded = try await grade { "\($0)" }
      #expect(graded.at("errors") == nil, "\(graded.indented())")
      #expect(graded.at("data", "updateAssignments", "courses", 0, "grade")?.number == 49.75)
      #expect(graded.at("data", "updateAssignments", "assignments", 7, "courseResult", "gradedCount")?.number == 200)
      // A copy of the course has none of them.
      let copied = try await talk.ask(
        #"""
        mutation { copyCourse(input: {id: "\#(course)", fromStudentId: "\#(student)"}) { course { grade assignments(first: 1) {
          pointsAwarded gradedOn gradedAt } } } }
        """#, as: talk.elena).at("copyCourse", "course")
      #expect(copied?.at("grade") == .null)
      for field in ["pointsAwarded", "gradedOn", "gradedAt"] { #expect(copied?.at("assignments", 0, .key(field)) == .null) }
    }
  }

  @Test func `A report card is of a school year`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = newID()
      let (years, terms, courses) = ([newID(), newID()], [newID(), newID(), newID()], [newID(), newID(), newID()])
      let subject = newID()
      _ = try await talk.ask(
        """
        mutation {
          createStudent(input: {id: "\(student)", name: "Year"}) { __typename }
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          y0: createSchoolYear(input: {id: "\(years[0])", name: "Y0", firstDay: "1990-08-01", lastDay: "1991-07-31"}) { __typename }
          y1: createSchoolYear(input: {id: "\(years[1])", name: "Y1", firstDay: "1991-08-01", lastDay: "1992-07-31"}) { __typename }
          t0: createTerm(input: {id: "\(terms[0])", schoolYearId: "\(years[0])", name: "T0", firstDay: "1990-08-01", lastDay: "1990-12-31"}) { __typename }
          t1: createTerm(input: {id: "\(terms[1])", schoolYearId: "\(years[0])", name: "T1", firstDay: "1991-01-01", lastDay: "1991-07-31"}) { __typename }
          t2: createTerm(input: {id: "\(terms[2])", schoolYearId: "\(years[1])", name: "T2", firstDay: "1991-08-01", lastDay: "1992-07-31"}) { __typename }
        }
        """, as: talk.elena)
      for (index, course) in courses.enumerated() {
        _ = try await talk.ask(
          """
          mutation { createCourse(input: {id: "\(course)", subjectId: "\(subject)", termId: "\(terms[index])", name: "C\(index)"}) { __typename }
            createAssignment(input: {studentId: "\(student)", courseId: "\(course)", title: "W"}) { __typename } }
          """, as: talk.elena)
      }
      func names(_ arguments: String) async throws -> [String] {
        let data = try await talk.ask(#"{ student(id: "\#(student)") { reportCard\#(arguments) { course { name } } } }"#, as: talk.ada)
        return (data.at("student", "reportCard")?.array ?? []).compactMap { $0.at("course", "name")?.string }
      }
      #expect(try await names("") == ["C0", "C1", "C2"])
      #expect(try await names(#"(schoolYearId: "\#(years[0])")"#) == ["C0", "C1"])
      #expect(try await names(#"(schoolYearId: "\#(years[1])")"#) == ["C2"])
      #expect(try await names(#"(schoolYearId: "\#(years[0])", termId: "\#(terms[1])")"#) == ["C1"])
      #expect(try await names(#"(schoolYearId: "\#(years[1])", termId: "\#(terms[1])")"#) == [])
      #expect(try await names(#"(schoolYearId: "\#(subject)")"#) == [])
      #expect(try await names("(schoolYearId: null)") == ["C0", "C1", "C2"])
    }
  }
}
