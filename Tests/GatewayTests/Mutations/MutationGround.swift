import GraphQL
import Gateway
import Postgres
import Domain
import TestSupport
import Testing

/// Where a suite changes things: a database of its own, and a gateway over it for each test.
struct MutationGround: Sendable {
  private let database: Task<SchoolDatabase, any Error>

  /// - Parameter name: the name of the database.
  init(_ name: String) { database = Task { try await SchoolDatabase(name) } }

  func withGateway(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await database.value
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }
}

extension TestGateway {
  /// Makes a subject with a course.
  func newCourse(as viewer: AccountViewer) async throws -> (subject: String, course: String) {
    let (subject, course) = (newID(), newID())
    let made = try await answer(
      """
      mutation {
        createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename }
      }
      """, as: viewer)
    #expect(made.at("errors") == nil)
    return (subject, course)
  }

  /// Makes an assignment of the family's first student.
  func newAssignment(
    as viewer: AccountViewer, points: Int?, course: String? = nil
  ) async throws -> (student: String, assignment: String) {
    let family = try await answer("{ family { students { id } } }", as: viewer)
    let student = try #require(family.at("data", "family", "students", 0, "id")?.string)
    let id = newID()
    let made = try await answer(
      """
      mutation { createAssignment(input: {id: "\(id)", studentId: "\(student)", title: "T", pointsPossible: \(points.map(String.init) ?? "null")
        \(course.map { "courseId: \"\($0)\"" } ?? "")}) { assignment { id } } }
      """, as: viewer)
    #expect(made.at("errors") == nil)
    return (student, id)
  }
}
