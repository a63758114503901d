import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Ungraded assignments (REQ-PAR), and report cards (REQ-REP).
@Suite(.serialized) struct DashboardTests {
  private static let database = Task { try await SchoolDatabase("dashboard") }

  @Test func `What is done or overdue waits for a grade until it has one`() async throws {
    try await Conversation.with(Self.database) { talk in
      let overdue = try await talk.newAssignment(of: talk.ada, "Overdue", #"dueDate: "2020-01-02", pointsPossible: 4"#)
      let done = try await talk.newAssignment(of: talk.leo, "Done", #"dueDate: "2999-01-02", pointsPossible: 4"#)
      let open = try await talk.newAssignment(of: talk.leo, "Open", #"dueDate: "2999-01-02""#)
      let never = try await talk.newAssignment(of: talk.leo, "Without a day")
      _ = try await talk.ask(#"mutation { markAssignmentDone(input: {id: "\#(done)"}) { __typename } }"#, as: talk.leo)
      let query = "{ family { assignmentsToGradeCount assignmentsToGrade(first: 200) { id state pointsAwarded pointsPossible percentage student { name } } } }"
      let before = try await talk.ask(query, as: talk.elena)
      let waiting = try #require(before.at("family", "assignmentsToGrade")?.array)
      func isWaiting(_ id: String) -> Bool { waiting.contains { $0.at("id")?.string == id } }
      #expect(waiting.first?.at("id")?.string == overdue, "the earliest due first")
      #expect(waiting.first?.at("student", "name")?.string == "Ada Rivera")
      #expect(isWaiting(done) && !isWaiting(open) && !isWaiting(never))
      #expect(before.at("family", "assignmentsToGradeCount")?.number == Double(waiting.count))
      for id in [overdue, done] {
        _ = try await talk.ask(
          #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: 3}) { assignment { state } } }"#, as: talk.elena)
      }
      let after = try await talk.ask(query, as: talk.mateo)
      #expect(after.at("family", "assignmentsToGradeCount")?.number == Double(waiting.count - 2))
      let rest = after.at("family", "assignmentsToGrade")?.array ?? []
      #expect(!rest.contains { [overdue, done].contains($0.at("id")?.string) })
      // A grade that is taken back makes it wait again.
      _ = try await talk.ask(
        #"mutation { gradeAssignment(input: {id: "\#(done)", pointsAwarded: null}) { __typename } }"#, as: talk.elena)
      let again = try await talk.ask(query, as: talk.mateo)
      #expect(again.at("family", "assignmentsToGradeCount")?.number == Double(waiting.count - 1))
      #expect(try await talk.ask("{ family { assignmentsToGradeCount } }", as: talk.newcomer()).at("family") == .null)
    }
  }

  @Test func `A report card is what an independent computation says, for every student`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = "{ family { students { id reportCard(first: 200) { course { id grade } grade gradedCount assignmentCount } } } }"
      for viewer in [talk.elena, talk.ada, talk.stranger] {
        let data = try await talk.ask(query, as: viewer)
        var lines = 0
        for student in data.at("family", "students")?.array ?? [] {
          let id = try #require(student.at("id")?.string)
          for line in student.at("reportCard")?.array ?? [] {
            lines += 1
            let course = try #require(line.at("course", "id")?.string)
            let expected = try await talk.text(
              """
              SELECT concat_ws(' ', coalesce((
                  SELECT grade FROM grade_overrides WHERE student_id::text = \(bind: .text(id)) AND course_id::text = \(bind: .text(course))
                )::float8::text, round(avg(points_awarded * 100 / points_possible), 2)::float8::text, 'null'),
                count(points_awarded), count(*)) FROM assignments
              WHERE student_id::text = \(bind: .text(id)) AND course_id::text = \(bind: .text(course))
              """)
            let grade = line.at("grade")?.number.map { "\($0)" } ?? "null"
            let counts = [line.at("gradedCount"), line.at("assignmentCount")].map { Int($0?.number ?? -1) }
            let expectedParts = expected.split(separator: " ").map { String($0) }
            #expect(Double(grade) == Double(expectedParts[0]))
            #expect(counts.map { "\($0)" } == Array(expectedParts.dropFirst()))
          }
        }
        #expect(lines > 3)
      }
    }
  }

  @Test func `A course without grades has a null grade and a count of zero`() async throws {
    try await Conversation.with(Self.database) { talk in
      let data = try await talk.ask(
        "{ viewer { member { ... on Student { reportCard { course { name } grade gradedCount assignmentCount } } } } }",
        as: talk.ada)
      let lines = try #require(data.at("viewer", "member", "reportCard")?.array)
      let watercolor = try #require(lines.first { $0.at("course", "name")?.string == "Watercolor" })
      #expect(watercolor.at("grade") == .null)
      #expect(watercolor.at("gradedCount") == .number("0"))
      #expect(watercolor.at("assignmentCount") == .number("1"))
      let names = lines.compactMap { $0.at("course", "name")?.string }
      #expect(names == names.sorted())
    }
  }
}
