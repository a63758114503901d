import GraphQL
import Gateway
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The access rules of mutations.
@Suite struct MutationAccessTests {
  private static let ground = MutationGround("mutation_access")

  @Test func `A student may change nothing, and is told so at each field`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let id = newID()
      let answer = try await gateway.answer(
        #"mutation { createSubject(input: {id: "\#(id)", name: "S"}) { subject { id } } }"#, as: database.student)
      #expect(answer.codes == ["createSubject": "FORBIDDEN"])
      #expect(answer.at("data", "createSubject") == .null)
      let found = try await gateway.answer(#"{ subject(id: "\#(id)") { id } }"#, as: database.parent)
      #expect(found.at("data", "subject") == .null)
    }
  }

  @Test func `Without a token, or with a session that ended, the request is refused whole`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let query = #"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#
      #expect(await gateway.send(query, as: nil).outcome == .unauthenticated)
      var ended = database.parent
      ended.sessionID = .random()
      #expect(await gateway.send(query, as: ended).outcome == .unauthenticated)
      var demoted = try database.student
      demoted.membership?.role = .parent
      #expect(await gateway.send(query, as: demoted).outcome == .unauthenticated)
    }
  }

  @Test func `What is another family's is as if it were not there`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let other = AccountViewer(database.sample.parentAccount(of: 0))
      let mine = try await gateway.answer(
        "{ family { subjects { id } courses { id } students { id assignments { id } } } }", as: database.parent)
      let subject = try #require(mine.at("data", "family", "subjects", 0, "id")?.string)
      let course = try #require(mine.at("data", "family", "courses", 0, "id")?.string)
      let student = try #require(mine.at("data", "family", "students", 0, "id")?.string)
      let assignment = try #require(mine.at("data", "family", "students", 0, "assignments", 0, "id")?.string)
      let theirs = try await gateway.answer("{ family { subjects { id } students { id } } }", as: other)
      let theirStudent = try #require(theirs.at("data", "family", "students", 0, "id")?.string)

      let before = await gateway.send("{ family { subjects { id name version } } }", as: database.parent).text
      func attempt(_ id: (String) -> String) -> String {
        """
        mutation {
          a: updateSubject(input: {id: "\(id(subject))", name: "X"}) { subject { id } }
          b: deleteSubject(input: {id: "\(id(subject))", cascade: true}) { id }
          c: createCourse(input: {subjectId: "\(id(subject))", name: "X"}) { course { id } }
          d: updateCourse(input: {id: "\(id(course))", name: "X"}) { course { id } }
          e: deleteCourse(input: {id: "\(id(course))", cascade: true}) { id }
          f: createAssignment(input: {studentId: "\(id(student))", title: "X"}) { assignment { id } }
          g: createAssignment(input: {studentId: "\(theirStudent)", courseId: "\(id(course))", title: "X"}) {
            assignment { id }
          }
          h: updateAssignment(input: {id: "\(id(assignment))", title: "X"}) { assignment { id } }
          i: deleteAssignment(input: {id: "\(id(assignment))"}) { id }
          j: gradeAssignment(input: {id: "\(id(assignment))", pointsAwarded: 1}) { assignment { id } }
        }
        """
      }
      let foreign = try await gateway.answer(attempt { $0 }, as: other)
      #expect(Set(foreign.codes.values) == ["NOT_FOUND"])
      #expect(foreign.codes.count == 10)
      // The very same answer as for ids that nobody has.
      let unknown = try await gateway.answer(attempt { _ in newID() }, as: other)
      #expect(foreign.errorsWithoutLocations == unknown.errorsWithoutLocations)
      #expect(await gateway.send("{ family { subjects { id name version } } }", as: database.parent).text == before)
    }
  }
}
