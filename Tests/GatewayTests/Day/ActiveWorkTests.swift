import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Nothing is expected of the work of courses that are completed or archived, wherever work is shown by what is expected.
@Suite(.serialized) struct ActiveWorkTests {
  private static let database = Task { try await SchoolDatabase("active_work", families: 1) }

  private struct Ground {
    let talk: Conversation
    let student = newID()
    let course = newID()
    var work: [String: String] = [:]
  }

  /// A student with open, done and graded work of a course, all due on one day, and open work that is due later.
  private func with(_ body: (Ground) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      var ground = Ground(talk: talk)
      let subject = newID()
      _ = try await talk.ask(
        """
        mutation {
          createStudent(input: {id: "\(ground.student)", name: "Una"}) { __typename }
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          createCourse(input: {id: "\(ground.course)", subjectId: "\(subject)", name: "C"}) { __typename }
        }
        """, as: talk.elena)
      for (name, fields) in [
        ("open", ""), ("done", ""), ("graded", ", pointsAwarded: 8"), ("alone", ""),
      ] {
        let id = newID()
        ground.work[name] = id
        let course = name == "alone" ? "" : #", courseId: "\#(ground.course)""#
        _ = try await talk.ask(
          #"""
          mutation { createAssignment(input: {id: "\#(id)", studentId: "\#(ground.student)", title: "\#(name)",
            dueDate: "2021-03-04", pointsPossible: 10\#(course)\#(fields)}) { __typename } }
          """#, as: talk.elena)
      }
      _ = try await talk.ask(
        #"mutation { markAssignmentDone(input: {id: "\#(ground.work["done"] ?? "")"}) { __typename } }"#, as: talk.elena)
      try await body(ground)
    }
  }

  /// The titles that each place shows.
  private func places(_ ground: Ground) async throws -> [String: String] {
    let data = try await ground.talk.ask(
      #"""
      { planner(from: "2021-03-04", days: 1, studentId: "\#(ground.student)") { entries { title } }
        student(id: "\#(ground.student)") {
          assignmentsDue(on: "2021-03-04") { title } focus { course { id } }
          all: assignments { title isOverdue state } late: assignments(where: {state: {eq: OVERDUE}}) { title }
          assignmentsSummary { count byState { state count } } }
        family { assignmentsToGradeCount assignmentsToGrade(first: 200) { title student { id } } } }
      """#, as: ground.talk.elena)
    func titles(_ list: JSONValue?) -> String {
      (list?.array ?? []).compactMap { $0.at("title")?.string }.sorted().joined(separator: " ")
    }
    let student = data.at("student")
    let waiting = (data.at("family", "assignmentsToGrade")?.array ?? []).filter { $0.at("student", "id")?.string == ground.student }
    #expect(data.at("family", "assignmentsToGrade")?.array?.count == data.at("family", "assignmentsToGradeCount")?.number.map { Int($0) })
    return [
      "planner": titles(data.at("planner", 0, "entries")),
      "due": titles(student?.at("assignmentsDue")),
      "all": titles(student?.at("all")),
      "overdue": titles(.array((student?.at("all")?.array ?? []).filter { $0.at("isOverdue") == .bool(true) })),
      "late": titles(student?.at("late")),
      "toGrade": titles(.array(waiting)),
      "focus": "\(student?.at("focus")?.array?.count ?? -1)",
      "states": (student?.at("assignmentsSummary", "byState")?.array ?? []).map {
        "\($0.at("state")?.string ?? "") \(Int($0.at("count")?.number ?? -1))"
      }.sorted().joined(separator: ", "),
    ]
  }

  @Test func `Planner, day, overdue, grading queue, states and focus leave out what no course expects`() async throws {
    try await with { ground in
      let active = [
        "planner": "alone done graded open", "due": "alone done graded open", "all": "alone done graded open",
        "overdue": "alone done open", "late": "alone open", "toGrade": "alone done open", "focus": "1",
        "states": "DONE 1, GRADED 1, OVERDUE 2",
      ]
      let ended = [
        "planner": "alone done graded", "due": "alone done graded", "all": "alone done graded open",
        "overdue": "alone", "late": "alone", "toGrade": "alone", "focus": "0", "states": "DONE 1, GRADED 1, OPEN 1, OVERDUE 1",
      ]
      #expect(try await places(ground) == active)
      for status in ["COMPLETED", "ARCHIVED"] {
        _ = try await ground.talk.ask(
          #"mutation { updateCourse(input: {id: "\#(ground.course)", status: \#(status)}) { __typename } }"#, as: ground.talk.elena)
        #expect(try await places(ground) == ended, "\(status)")
      }
      _ = try await ground.talk.ask(
        #"mutation { updateCourse(input: {id: "\#(ground.course)", status: ACTIVE}) { __typename } }"#, as: ground.talk.elena)
      #expect(try await places(ground) == active)
    }
  }

  @Test func `A course that is completed stays so when it is archived, and counts for a degree`() async throws {
    try await with { ground in
      let talk = ground.talk
      let (degree, group) = (newID(), newID())
      _ = try await talk.ask(
        """
        mutation {
          createDegree(input: {id: "\(degree)", name: "D"}) { __typename }
          createDegreeGroup(input: {id: "\(group)", degreeId: "\(degree)", name: "G"}) { __typename }
          createDegreeCourse(input: {degreeGroupId: "\(group)", courseId: "\(ground.course)"}) { __typename }
        }
        """, as: talk.elena)
      var completedAt: [JSONValue?] = []
      for (status, expected) in [
        ("ACTIVE", "0 1 0"), ("ARCHIVED", "0 0 1"), ("ACTIVE", "0 1 0"), ("COMPLETED", "1 0 0"), ("ARCHIVED", "1 0 0"),
        ("COMPLETED", "1 0 0"), ("ACTIVE", "0 1 0"),
      ] {
        let data = try await talk.ask(
          #"mutation { updateCourse(input: {id: "\#(ground.course)", status: \#(status)}) { course { completedAt } } }"#, as: talk.elena)
        completedAt.append(data.at("updateCourse", "course", "completedAt"))
        let progress = try await talk.ask(
          #"{ degree(id: "\#(degree)") { progress { completed underWay missing } } }"#, as: talk.elena).at("degree", "progress")
        let found = ["completed", "underWay", "missing"].map { "\(Int(progress?.at(.key($0))?.number ?? -1))" }
        #expect(found.joined(separator: " ") == expected, "\(status)")
      }
      #expect(completedAt[0...2].allSatisfy { $0 == .null })
      #expect(completedAt[3]?.string != nil && completedAt[3] == completedAt[4] && completedAt[3] == completedAt[5])
      #expect(completedAt[6] == .null)
    }
  }
}
