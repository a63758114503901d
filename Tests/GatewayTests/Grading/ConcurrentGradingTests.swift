import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Several who grade at the same time.
@Suite(.serialized) struct ConcurrentGradingTests {
  /// A change that was made: what its answer says of the assignment.
  private struct Success: Sendable {
    let id: String
    let version: Int
    let assignment: JSONValue
  }

  /// Makes assignments in the courses of a gradebook, by turns.
  private func newWorks(
    _ count: Int, _ book: Gradebook, _ gateway: TestGateway, _ viewer: AccountViewer
  ) async throws -> [String] {
    let ids = (0..<count).map { _ in newID() }
    let fields = ids.enumerated().map {
      """
      a\($0): createAssignment(input: {id: "\($1)", studentId: "\(book.students[$0 % 2])",
        courseId: "\(book.courses[$0 % 2])", title: "W", pointsPossible: \($0 + 3)}) { __typename }
      """
    }
    let made = try await gateway.answer("mutation { \(fields.joined(separator: " ")) }", as: viewer)
    try #require(made.at("errors") == nil)
    return ids
  }

  private static let fields = "assignment { id version pointsAwarded pointsPossible course { id } student { id } }"

  @Test func `Of several who grade the same version one does, and the others learn of the version that there is`()
    async throws
  {
    try await GradingTests.withBooks { gateway, books in
      let (viewer, book) = books[0]
      let id = try await newWorks(1, book, gateway, viewer)[0]
      for version in 1...8 {
        let answers = try await withThrowingTaskGroup(of: (points: Int, answer: JSONValue).self) { group in
          for points in 0...3 {
            group.addTask {
              let answer = try await gateway.answer(
                """
                mutation { it: gradeAssignment(input: {id: "\(id)", ifVersion: \(version), pointsAwarded: \(points)}) {
                  \(Self.fields) course { grade }
                } }
                """, as: viewer)
              return (points, answer)
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let winners = answers.filter { $0.answer.at("errors") == nil }
        #expect(winners.count == 1)
        let winner = try #require(winners.first)
        #expect(winner.answer.at("data", "it", "assignment", "version") == .number("\(version + 1)"))
        let grade = Ratio(Int128(winner.points * 100), 3).hundredths as Int128?
        #expect(winner.answer.at("data", "it", "course", "grade") == grade.grade)
        for loser in answers where loser.points != winner.points {
          #expect(loser.answer.codes == ["it": "CONFLICT"])
          #expect(loser.answer.at("errors", 0, "extensions", "currentVersion") == .number("\(version + 1)"))
        }
        let read = try await gateway.answer(#"{ assignment(id: "\#(id)") { pointsAwarded } }"#, as: viewer)
        #expect(read.at("data", "assignment", "pointsAwarded") == .number("\(winner.points)"))
      }
    }
  }

  @Test func `Work that is graded, taken back and moved by many at once keeps every change, and grades follow`()
    async throws
  {
    try await GradingTests.withBooks { gateway, books in
      let viewer = books[0].viewer
      var book = books[0].book
      let ids = try await newWorks(6, book, gateway, viewer)
      let courses = book.courses
      let successes = try await withThrowingTaskGroup(of: [Success].self) { group in
        for teacher in 0..<4 {
          group.addTask {
            var random = SplitMix64(state: UInt64(teacher))
            var successes: [Success] = []
            for _ in 0..<40 {
              let id = ids[random.draw(below: ids.count)]
              let change = switch random.draw(below: 4) {
              case 0: #"it: updateAssignment(input: {id: "\#(id)", courseId: "\#(courses[random.draw(below: 2)])"})"#
              case 1: #"it: gradeAssignment(input: {id: "\#(id)", pointsAwarded: null})"#
              default: #"it: gradeAssignment(input: {id: "\#(id)", pointsAwarded: \#(random.draw(below: 4))})"#
              }
              let answer = try await gateway.answer("mutation { \(change) { \(Self.fields) } }", as: viewer)
              #expect(answer.at("errors") == nil)
              let assignment = try #require(answer.at("data", "it", "assignment"))
              let version = try #require(assignment.at("version")?.number)
              successes.append(Success(id: id, version: Int(version), assignment: assignment))
            }
            return successes
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(successes.count == 160)
      for id in ids {
        // Each change has a version of its own, none is missing, and what is there is what the last one made.
        let ofWork = successes.filter { $0.id == id }.sorted { $0.version < $1.version }
        #expect(ofWork.map(\.version) == Array(2..<(2 + ofWork.count)))
        let read = try await gateway.answer("{ \(Self.fields.replacing("assignment {", with: #"assignment(id: "\#(id)") {"#)) }", as: viewer)
        let now = try #require(read.at("data", "assignment"))
        #expect(now == ofWork.last?.assignment)
        func points(_ name: String) -> Int128? { Ratio(now.at(.key(name)))?.times(10_000).floor }
        let courseID = now.at("course", "id")?.string
        book.works.append(
          Gradebook.Work(
            id: id, student: now.at("student", "id")?.string == book.students[0] ? 0 : 1,
            course: courses.firstIndex { $0 == courseID }, possible: points("pointsPossible"),
            awarded: points("pointsAwarded")))
      }
      let read = try await gateway.answer(
        GradingRequest.whole,
        variables: .object([
          .init("a", .string(book.students[0])), .init("b", .string(book.students[1])),
          .init("c", .string(courses[0])), .init("d", .string(courses[1])),
        ]), as: viewer)
      #expect(read.at("data", "a", "reportCard") == book.reportCard(of: 0))
      #expect(read.at("data", "b", "reportCard") == book.reportCard(of: 1))
      #expect(read.at("data", "c") == book.course(0))
      #expect(read.at("data", "d") == book.course(1))
    }
  }
}
