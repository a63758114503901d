import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Degrees, with courses that are taken or planned (GT-16).
@Suite(.serialized) struct DegreeTests {
  private static let database = Task { try await SchoolDatabase("degrees", families: 2) }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  private func newDegree(_ talk: Conversation, _ group: String = "") async throws -> (degree: String, group: String) {
    let ids = (degree: newID(), group: newID())
    _ = try await talk.ask(
      """
      mutation {
        createDegree(input: {id: "\(ids.degree)", name: "Diploma"}) { degree { status } }
        createDegreeGroup(input: {id: "\(ids.group)", degreeId: "\(ids.degree)", name: "Core" \(group)}) { __typename }
      }
      """, as: talk.elena)
    return ids
  }

  private func newPlan(_ group: String, _ fields: String, _ talk: Conversation) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createDegreeCourse(input: {id: "\#(id)", degreeGroupId: "\#(group)", \#(fields)}) { __typename } }"#,
      as: talk.elena)
    return id
  }

  private func newSubject(_ talk: Conversation) async throws -> String {
    let id = newID()
    _ = try await talk.ask(#"mutation { createSubject(input: {id: "\#(id)", name: "S"}) { __typename } }"#, as: talk.elena)
    return id
  }

  private func newCourse(_ subject: String, _ talk: Conversation) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createCourse(input: {id: "\#(id)", subjectId: "\#(subject)", name: "C"}) { __typename } }"#, as: talk.elena)
    return id
  }

  /// As `completed underWay missing`, of the degree and of each group.
  private func progress(_ degree: String, _ talk: Conversation) async throws -> [String] {
    let data = try await talk.ask(
      """
      { degree(id: "\(degree)") {
        progress { completed underWay missing } groups { progress { completed underWay missing } }
      } }
      """, as: talk.ada)
    let found = [data.at("degree")] + (data.at("degree", "groups")?.array ?? [])
    return found.map { owner in
      ["completed", "underWay", "missing"].map { "\(Int(owner?.at("progress", .key($0))?.number ?? -1))" }
        .joined(separator: " ")
    }
  }

  @Test func `A degree has groups, and these have taken and planned courses`() async throws {
    try await with { talk in
      let (degree, group) = try await newDegree(talk, #", kind: "Required", minimumCourses: 3"#)
      let subject = try await newSubject(talk)
      let course = try await newCourse(subject, talk)
      _ = try await newPlan(group, "courseId: \"\(course)\"", talk)
      _ = try await newPlan(
        group, #"name: "Statistics", code: "MATH-120", creditHours: 3.5, subjectId: "\#(subject)""#, talk)
      let data = try await talk.ask(
        """
        { degree(id: "\(degree)") { name status groups { name kind minimumCourses courses {
          name code creditHours subject { id } course { id } degreeGroup { degree { id } }
        } } } }
        """, as: talk.leo)
      #expect(data.at("degree", "status")?.string == "IN_PROGRESS")
      #expect(data.at("degree", "groups", 0, "minimumCourses")?.number == 3)
      let courses = try #require(data.at("degree", "groups", 0, "courses"))
      #expect(courses.at(0, "course", "id")?.string == course)
      #expect(courses.at(0, "name") == .null)
      #expect(courses.at(1, "creditHours")?.number == 3.5)
      #expect(courses.at(1, "course") == .null)
      #expect(courses.at(1, "subject", "id")?.string == subject)
      #expect(courses.at(1, "degreeGroup", "degree", "id")?.string == degree)
    }
  }

  @Test func `Progress counts the courses that are completed, under way and missing`() async throws {
    try await with { talk in
      // The state of courses may not be there yet.
      try await talk.database.execute(
        script: "ALTER TABLE courses ADD COLUMN IF NOT EXISTS status text NOT NULL DEFAULT 'ACTIVE'")
      let (degree, group) = try await newDegree(talk)
      #expect(try await progress(degree, talk) == ["0 0 0", "0 0 0"])
      let subject = try await newSubject(talk)
      let (done, active, archived) = (
        try await newCourse(subject, talk), try await newCourse(subject, talk), try await newCourse(subject, talk)
      )
      for (course, status) in [(done, "COMPLETED"), (archived, "ARCHIVED")] {
        try await talk.database.run(
          "UPDATE courses SET status = \(bind: .text(status)) WHERE id = \(bind: .text(course))::uuid")
      }
      for course in [done, active, archived, done] { _ = try await newPlan(group, "courseId: \"\(course)\"", talk) }
      _ = try await newPlan(group, #"name: "Later""#, talk)
      #expect(try await progress(degree, talk) == ["1 1 2", "1 1 2"])
      _ = try await talk.ask(
        """
        mutation {
          updateDegreeGroup(input: {id: "\(group)", minimumCourses: 2}) { degreeGroup { progress { missing } } }
          createDegreeGroup(input: {degreeId: "\(degree)", name: "Electives", minimumCourses: 5}) { __typename }
        }
        """, as: talk.elena)
      #expect(try await progress(degree, talk) == ["1 1 5", "1 1 0", "0 0 5"])
    }
  }

  @Test func `A planned course becomes a course, once`() async throws {
    try await with { talk in
      let (_, group) = try await newDegree(talk)
      let (subject, other) = (try await newSubject(talk), try await newSubject(talk))
      let plan = try await newPlan(group, #"name: "Calculus", subjectId: "\#(subject)""#, talk)
      let bare = try await newPlan(group, #"name: "Fencing""#, talk)
      let id = newID()
      func create(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          """
          mutation { createCourseFromPlan(input: {\(fields)}) {
            course { id name subject { id } term { id } } degreeCourse { id name course { id } }
          } }
          """, as: talk.elena)
      }
      for (fields, code, path) in [
        (#"degreeCourseId: "\#(bare)""#, "BAD_USER_INPUT", "subjectId"),
        (#"degreeCourseId: "\#(plan)", name: """#, "BAD_USER_INPUT", "name"),
        (#"degreeCourseId: "\#(plan)", subjectId: "\#(plan)""#, "NOT_FOUND", "subjectId"),
        (#"degreeCourseId: "\#(plan)", termId: "\#(plan)""#, "NOT_FOUND", "termId"),
        (#"degreeCourseId: "\#(subject)""#, "NOT_FOUND", "degreeCourseId"),
      ] {
        let answer = try await create(fields)
        #expect(answer.code == code, "\(fields) \(answer)")
        #expect(answer.inputPath == "input.\(path)")
      }
      let terms = try await talk.ask("{ family { schoolYears { terms { id } } } }", as: talk.elena)
      let term = try #require(terms.at("family", "schoolYears", 0, "terms", 0, "id")?.string)
      for _ in 0..<2 {
        let made = try await create(#"id: "\#(id)", degreeCourseId: "\#(plan)", termId: "\#(term)""#)
        #expect(made.codes == [:])
        #expect(made.at("data", "createCourseFromPlan", "course", "id")?.string == id)
        #expect(made.at("data", "createCourseFromPlan", "course", "name")?.string == "Calculus")
        #expect(made.at("data", "createCourseFromPlan", "course", "subject", "id")?.string == subject)
        #expect(made.at("data", "createCourseFromPlan", "course", "term", "id")?.string == term)
        #expect(made.at("data", "createCourseFromPlan", "degreeCourse", "course", "id")?.string == id)
        #expect(made.at("data", "createCourseFromPlan", "degreeCourse", "name")?.string == "Calculus")
      }
      let again = try await create(#"degreeCourseId: "\#(plan)""#)
      #expect(again.code == "CONFLICT")
      #expect(again.inputPath == "input.degreeCourseId")
      let named = try await create(#"degreeCourseId: "\#(bare)", subjectId: "\#(other)", name: "Foil""#)
      #expect(named.at("data", "createCourseFromPlan", "course", "name")?.string == "Foil")
      #expect(named.at("data", "createCourseFromPlan", "degreeCourse", "name")?.string == "Fencing")
    }
  }

  @Test func `Of two who make a course from one plan at the same time, one is told`() async throws {
    try await with { talk in
      let (_, group) = try await newDegree(talk)
      let plan = try await newPlan(group, #"name: "P", subjectId: "\#(try await newSubject(talk))""#, talk)
      let document = #"mutation { createCourseFromPlan(input: {degreeCourseId: "\#(plan)"}) { course { id } } }"#
      async let one = talk.answer(document, as: talk.elena)
      async let other = talk.answer(document, as: talk.mateo)
      let codes = try await [one.code, other.code].compactMap(\.self)
      #expect(codes == ["CONFLICT"])
    }
  }

  @Test func `A plan outlives its course and its subject, and what has no plan goes with its course`() async throws {
    try await with { talk in
      let (degree, group) = try await newDegree(talk)
      let subject = try await newSubject(talk)
      let (one, other) = (try await newCourse(subject, talk), try await newCourse(subject, talk))
      let plan = try await newPlan(group, #"name: "Plan", courseId: "\#(one)", subjectId: "\#(subject)""#, talk)
      let bare = try await newPlan(group, #"courseId: "\#(one)""#, talk)
      let second = try await newPlan(group, #"name: "Second", courseId: "\#(other)""#, talk)
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(one)"}) { id } }"#, as: talk.elena)
      let read = """
        { plan: degreeCourse(id: "\(plan)") { name version course { id } subject { id } } bare: degreeCourse(id: "\(bare)") { id }
          second: degreeCourse(id: "\(second)") { name course { id } } }
        """
      var data = try await talk.ask(read, as: talk.ada)
      #expect(data.at("plan", "course") == .null)
      #expect(data.at("plan", "version")?.number == 2)
      #expect(data.at("bare") == .null)
      #expect(data.at("second", "course", "id")?.string == other)
      _ = try await talk.ask(#"mutation { deleteSubject(input: {id: "\#(subject)", cascade: true}) { id } }"#, as: talk.elena)
      data = try await talk.ask(read, as: talk.ada)
      #expect(data.at("plan", "name")?.string == "Plan")
      #expect(data.at("plan", "subject") == .null)
      #expect(data.at("second", "name")?.string == "Second")
      #expect(data.at("second", "course") == .null)
      _ = try await talk.ask(#"mutation { deleteDegree(input: {id: "\#(degree)"}) { id } }"#, as: talk.elena)
      #expect(try await talk.ask(read, as: talk.ada).at("plan") == .null)
    }
  }

  @Test("Values that may not be are refused with the path of their field", arguments: [
    (#"createDegreeCourse(input: {degreeGroupId: "G"}) { __typename }"#, "BAD_USER_INPUT", "name"),
    (#"createDegreeCourse(input: {degreeGroupId: "G", courseId: "G"}) { __typename }"#, "NOT_FOUND", "courseId"),
    (#"createDegreeCourse(input: {degreeGroupId: "G", name: "N", creditHours: 100}) { __typename }"#,
      "BAD_USER_INPUT", "creditHours"),
    (#"createDegreeCourse(input: {degreeGroupId: "G", name: "N", creditHours: 1.25}) { __typename }"#,
      "BAD_USER_INPUT", "creditHours"),
    (#"updateDegreeGroup(input: {id: "G", minimumCourses: -1}) { __typename }"#, "BAD_USER_INPUT", "minimumCourses"),
    (#"createDegreeGroup(input: {degreeId: "G", name: "N"}) { __typename }"#, "NOT_FOUND", "degreeId"),
  ])
  func refusals(change: String, code: String, path: String) async throws {
    try await with { talk in
      let (_, group) = try await newDegree(talk)
      let document = "mutation { \(change.replacing("\"G\"", with: "\"\(group)\"")) }"
      let answer = try await talk.answer(document, as: talk.elena)
      #expect(answer.code == code, "\(answer)")
      #expect(answer.inputPath == "input.\(path)")
      #expect(try await talk.answer(document, as: talk.ada).code == "FORBIDDEN")
    }
  }
}
