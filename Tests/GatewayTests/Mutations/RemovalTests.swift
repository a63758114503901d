import GraphQL
import TestSupport
import Testing

/// The rows that a removal removes with it.
@Suite struct RemovalTests {
  private static let ground = MutationGround("removals")

  @Test func `What has others below it is removed only with all of them`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let (subject, course) = try await gateway.newCourse(as: database.parent)
      let (_, assignment) = try await gateway.newAssignment(as: database.parent, points: 10, course: course)
      let kept = try await gateway.answer(
        """
        mutation {
          a: deleteSubject(input: {id: "\(subject)"}) { id }
          b: deleteCourse(input: {id: "\(course)"}) { id }
        }
        """, as: database.parent)
      #expect(kept.codes == ["a": "CONFLICT", "b": "CONFLICT"])
      #expect(kept.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("cascade")]))
      let gone = try await gateway.answer(
        #"mutation { deleteSubject(input: {id: "\#(subject)", cascade: true}) { id } }"#, as: database.parent)
      #expect(gone.at("errors") == nil)
      let rest = try await gateway.answer(
        #"{ course(id: "\#(course)") { id } assignment(id: "\#(assignment)") { id } }"#, as: database.parent)
      #expect(rest.at("data") == .object([.init("course", .null), .init("assignment", .null)]))
    }
  }
}
