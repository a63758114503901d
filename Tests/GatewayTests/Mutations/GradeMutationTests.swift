import GraphQL
import TestSupport
import Testing

/// Grades, and the courses that they count in.
@Suite struct GradeMutationTests {
  private static let ground = MutationGround("grade_mutations")

  @Test func `A grade, its change and its end show in the course at once`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let (_, course) = try await gateway.newCourse(as: database.parent)
      let (_, first) = try await gateway.newAssignment(as: database.parent, points: 10, course: course)
      let (_, second) = try await gateway.newAssignment(as: database.parent, points: 3, course: course)
      let answer = try await gateway.answer(
        """
        mutation {
          a: gradeAssignment(input: {id: "\(first)", pointsAwarded: 9.5}) { ...graded }
          b: gradeAssignment(input: {id: "\(second)", pointsAwarded: 2}) { ...graded }
          c: gradeAssignment(input: {id: "\(first)", pointsAwarded: null}) { ...graded }
          d: gradeAssignment(input: {id: "\(first)", pointsAwarded: 5, pointsPossible: 5}) { ...graded }
          e: updateAssignment(input: {id: "\(first)", pointsPossible: 4}) { course { grade } }
          f: updateAssignment(input: {id: "\(second)", courseId: null}) { assignment { title } course { grade } }
          g: deleteAssignment(input: {id: "\(first)"}) { id course { grade assignments { id } } }
        }
        fragment graded on GradeAssignmentPayload { assignment { percentage } course { grade } }
        """, as: database.parent)
      let data = try #require(answer.at("data"))
      #expect(data.at("a", "assignment", "percentage") == .number("95"))
      #expect(data.at("a", "course", "grade") == .number("95"))
      #expect(data.at("b", "course", "grade") == .number("80.83"))
      #expect(data.at("c", "assignment", "percentage") == .null)
      #expect(data.at("c", "course", "grade") == .number("66.67"))
      #expect(data.at("d", "course", "grade") == .number("83.33"))
      #expect(answer.codes == ["e": "BAD_USER_INPUT"])
      #expect(data.at("f", "course") == .null)
      #expect(data.at("g", "course", "grade") == .null)
      #expect(data.at("g", "course", "assignments") == .array([]))
    }
  }

  @Test func `Graders at the same time lose no update, and each has an answer`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let (_, assignment) = try await gateway.newAssignment(as: database.parent, points: 100)
      let parent = database.parent
      let versions = try await withThrowingTaskGroup(of: String?.self) { group in
        for points in 1...12 {
          group.addTask {
            let answer = try await gateway.answer(
              """
              mutation { gradeAssignment(input: {id: "\(assignment)", pointsAwarded: \(points)}) {
                assignment { version }
              } }
              """, as: parent)
            guard case .number(let version)? = answer.at("data", "gradeAssignment", "assignment", "version") else {
              // Tried again and again, against eleven others.
              return nil
            }
            return version
          }
        }
        var versions: [String] = []
        for try await version in group { if let version { versions.append(version) } }
        return versions
      }
      // Each change that was answered counted once.
      #expect(Set(versions).count == versions.count)
      let now = try await gateway.answer(#"{ assignment(id: "\#(assignment)") { version } }"#, as: database.parent)
      #expect(now.at("data", "assignment", "version") == .number("\(versions.count + 1)"))
    }
  }
}
