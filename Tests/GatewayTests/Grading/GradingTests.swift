import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Percentages and course grades, against their definitions in exact arithmetic (REQ-GRADE-004…009).
@Suite(.serialized) struct GradingTests {
  /// Families that are graded at the same time.
  private static let lanes = 4
  private static let sequencesInLane = 500
  /// One sequence in so many is run where a run takes a sample.
  private static let shares = 4
  /// The seed of the first sequence; each has its own. A failure names it.
  private static let seed: UInt64 = 20_260_907

  private static let database = Task { try await SchoolDatabase("grading", families: lanes) }

  /// A gateway, and an empty gradebook of a family of its own for each lane.
  static func withBooks(
    _ count: Int = 1, _ body: (TestGateway, [(viewer: AccountViewer, book: Gradebook)]) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    var books: [(viewer: AccountViewer, book: Gradebook)] = []
    for lane in 0..<count {
      let viewer = AccountViewer(database.sample.parentAccount(of: lane))
      books.append((viewer, try await newBook(gateway, viewer)))
    }
    try await body(gateway, books)
    await gateway.pool.shutdown()
  }

  /// Two students and two courses that nothing else is of.
  private static func newBook(_ gateway: TestGateway, _ viewer: AccountViewer) async throws -> Gradebook {
    let (subject, students, courses) = (newID(), [newID(), newID()], [newID(), newID()])
    let made = try await gateway.answer(
      """
      mutation {
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(students[0])", name: "A"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "B"}) { __typename }
        c: createCourse(input: {id: "\(courses[0])", subjectId: "\(subject)", name: "C"}) { __typename }
        d: createCourse(input: {id: "\(courses[1])", subjectId: "\(subject)", name: "D"}) { __typename }
      }
      """, as: viewer)
    try #require(made.at("errors") == nil)
    return Gradebook(students: students, courses: courses)
  }

  @Test func `After any sequence of changes every grade is what its definition says, in each answer`() async throws {
    try await Self.withBooks(Self.lanes) { gateway, books in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for (lane, entry) in books.enumerated() {
          group.addTask {
            var (book, ties) = (entry.book, 0)
            for number in 0..<Self.sequencesInLane where WalkSample.current.takes(number, of: Self.shares) {
              var sequence = GradingSequence(
                Self.seed + UInt64(lane * Self.sequencesInLane + number), gateway, as: entry.viewer, book)
              try await sequence.run()
              ties += sequence.ties
              // The next one has the same students and courses, and nothing in them.
              book = try await Self.cleared(sequence.book, gateway, entry.viewer)
            }
            return ties
          }
        }
        // There is no point in a test of rounding that never comes to where it turns.
        let ties = try await group.reduce(0, +)
        #expect(ties > Self.lanes * WalkSample.current.least(Self.sequencesInLane / 2, oneOf: Self.shares) / 2)
      }
    }
  }

  /// Removes all work of a gradebook.
  private static func cleared(
    _ book: Gradebook, _ gateway: TestGateway, _ viewer: AccountViewer
  ) async throws -> Gradebook {
    var book = book
    if !book.works.isEmpty {
      let fields = book.works.enumerated().map { #"d\#($0): deleteAssignment(input: {id: "\#($1.id)"}) { id }"# }
      let answer = try await gateway.answer("mutation { \(fields.joined(separator: " ")) }", as: viewer)
      try #require(answer.at("errors") == nil)
    }
    book.works = []
    return book
  }

  struct Tie: CustomTestStringConvertible {
    let points: [(awarded: String, possible: String)]
    let grade: String
    var testDescription: String { "\(points.map { "\($0.awarded)/\($0.possible)" }.joined(separator: " ")) is \(grade)" }
  }

  @Test(
    "A mean that is a tie is rounded away from zero, though its percentages have no end",
    arguments: [
      // (33.3… + 33.3… + 33.3… + 0.02) ÷ 4 = 25.005; one ten-thousandth less of a point is not.
      Tie(points: Array(repeating: ("1", "3"), count: 3) + [("0.0002", "1")], grade: "25.01"),
      Tie(points: Array(repeating: ("1", "3"), count: 2) + [("0.9999", "3"), ("0.0002", "1")], grade: "25"),
      // (14.28571… × 7 + 0.04) ÷ 8 = 12.505
      Tie(points: Array(repeating: ("1", "7"), count: 7) + [("0.0004", "1")], grade: "12.51"),
      // 33.3… × 3 ÷ 32 = 3.125
      Tie(points: Array(repeating: ("1", "3"), count: 3) + Array(repeating: ("0", "1"), count: 29), grade: "3.13"),
      Tie(points: [("0.005", "100")], grade: "0.01"),
      Tie(points: [("0.0049", "100")], grade: "0"),
      Tie(points: [("999999.9998", "999999.9999")], grade: "100"),
      Tie(points: [("66.665", "100"), ("66.665", "100")], grade: "66.67"),
      Tie(points: [("0.6666", "1"), ("0.6667", "1")], grade: "66.67"),
    ])
  func ties(_ tie: Tie) async throws {
    try await Self.withBooks { gateway, books in
      let (viewer, book) = books[0]
      for chunk in stride(from: 0, to: tie.points.count, by: 8) {
        let fields = tie.points[chunk..<min(chunk + 8, tie.points.count)].enumerated().map { number, points in
          let id = newID()
          return """
            c\(number): createAssignment(input: {id: "\(id)", studentId: "\(book.students[0])",
              courseId: "\(book.courses[0])", title: "W", pointsPossible: \(points.possible)}) { __typename }
            g\(number): gradeAssignment(input: {id: "\(id)", pointsAwarded: \(points.awarded)}) { __typename }
            """
        }
        let made = try await gateway.answer("mutation { \(fields.joined(separator: " ")) }", as: viewer)
        try #require(made.at("errors") == nil)
      }
      let read = try await gateway.answer(
        """
        { course(id: "\(book.courses[0])") { grade ofOne: grade(studentId: "\(book.students[0])") }
          student(id: "\(book.students[0])") { reportCard { grade } assignmentsSummary { meanPercentage } } }
        """, as: viewer)
      let grade = JSONValue.number(tie.grade)
      #expect(read.at("data", "course", "grade") == grade)
      #expect(read.at("data", "course", "ofOne") == grade)
      #expect(read.at("data", "student", "reportCard", 0, "grade") == grade)
      #expect(read.at("data", "student", "assignmentsSummary", "meanPercentage") == grade)
    }
  }
}
