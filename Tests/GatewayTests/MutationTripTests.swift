import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How often a mutation waits for the database: as seldom as what it does depends on what it finds.
@Suite struct MutationTripTests {
  private static let database = Task { try await SchoolDatabase("mutation_trips", families: 1) }

  struct Example: CustomTestStringConvertible {
    let testDescription: String
    let field: String
    let trips: Int
    /// The code of the error; nil where there is none.
    let code: String?

    init(_ testDescription: String, _ field: String, trips: Int, code: String? = nil) {
      self.testDescription = testDescription
      self.field = field
      self.trips = trips
      self.code = code
    }
  }

  private static func items(_ count: Int) -> String {
    (0..<count).map { #"{studentId: "$p", courseId: "$c", title: "N \#($0)"}"# }.joined(separator: " ")
  }

  /// `$a` and `$b` are assignments of the course `$c` in the subject `$s`, as is the course `$d`, and `$n` is an id that
  /// nobody has.
  static let examples = [
    Example(
      "a grade: the check, the change, what is read of it, and COMMIT",
      #"gradeAssignment(input: {id: "$a", pointsAwarded: 5}) { assignment { state } course { grade } }"#, trips: 1),
    Example(
      "a change of a version",
      #"updateSubject(input: {id: "$s", ifVersion: 1, name: "T"}) { subject { name } }"#, trips: 1),
    Example(
      "a change of what has a former value to tell, and does not change that",
      #"updateAssignment(input: {id: "$b", title: "T"}) { assignment { title } previousCourse { id } }"#, trips: 1),
    Example(
      "a change of nothing",
      #"updateSubject(input: {id: "$s"}) { subject { name } }"#, trips: 2),
    Example(
      "a change that tells what was before",
      #"updateAssignment(input: {id: "$b", courseId: null}) { course { id } previousCourse { id } }"#, trips: 3),
    Example(
      "a mark",
      #"markAssignmentDone(input: {id: "$a"}) { assignment { doneAt } }"#, trips: 1),
    Example(
      "a mark that is there already",
      #"markAssignmentNotDone(input: {id: "$a"}) { assignment { doneAt } }"#, trips: 3),
    Example(
      "a removal",
      #"deleteQuote(input: {id: "$q"}) { id }"#, trips: 1),
    Example(
      "a removal that takes the row out of others first",
      #"deleteCourse(input: {id: "$d"}) { id }"#, trips: 6),
    Example(
      "a removal that tells what the row referred to",
      #"deleteAssignment(input: {id: "$b"}) { id course { grade } }"#, trips: 4),
    Example(
      "a removal that others are in the way of",
      #"deleteCourse(input: {id: "$c"}) { id }"#, trips: 6, code: "CONFLICT"),
    Example(
      "a new subject, of which there may be so many",
      #"createSubject(input: {id: "$n", name: "N"}) { subject { id name } }"#, trips: 1),
    Example(
      "a new assignment",
      #"createAssignment(input: {studentId: "$p", title: "N"}) { assignment { id title } }"#, trips: 1),
    Example(
      "several new assignments, however many",
      #"createAssignments(input: {assignments: [\#(items(40))]}) { assignments { id title } courses { grade } }"#, trips: 3),
    Example(
      "changes of several assignments, however many shapes these have",
      #"""
      updateAssignments(input: {assignments: [{id: "$a", title: "T"}, {id: "$b", dueDate: "2027-01-04"}]}) { assignments { title } }
      """#, trips: 3),
    Example(
      "one of several that PostgreSQL refuses: the rows one by one, to name it",
      #"""
      createAssignments(input: {assignments: [{studentId: "$p", title: "N"}, {studentId: "$n", title: "N"}]}) { courses { id } }
      """#, trips: 5, code: "NOT_FOUND"),
    Example(
      "a new one that was sent before",
      #"createSubject(input: {id: "$s", name: "S"}) { subject { id name } }"#, trips: 3),
    Example(
      "a new one for a student who is not there",
      #"createAssignment(input: {studentId: "$n", title: "N"}) { assignment { id } }"#, trips: 2, code: "NOT_FOUND"),
    Example(
      "an input that is refused by itself",
      #"createSubject(input: {name: ""}) { subject { id } }"#, trips: 1, code: "BAD_USER_INPUT"),
    Example(
      "a row that is not there: ROLLBACK comes last",
      #"gradeAssignment(input: {id: "$n", pointsAwarded: 5}) { assignment { id } }"#, trips: 3, code: "NOT_FOUND"),
    Example(
      "another version than the row's",
      #"gradeAssignment(input: {id: "$a", ifVersion: 9, pointsAwarded: 5}) { assignment { id } }"#, trips: 3,
      code: "CONFLICT"),
    Example(
      "a value that does not fit those of the row",
      #"gradeAssignment(input: {id: "$a", pointsAwarded: 11}) { assignment { id } }"#, trips: 3,
      code: "BAD_USER_INPUT"),
    Example(
      "a reference to what is not there",
      #"updateCourse(input: {id: "$c", subjectId: "$n"}) { course { id } }"#, trips: 2, code: "NOT_FOUND"),
  ]

  @Test("Round trips of", arguments: examples)
  func trips(_ example: Example) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    let works = try await Works(gateway, database.parent)
    let before = gateway.pool.statistics.roundTrips
    let answer = try await gateway.answer("mutation { \(works.named(in: example.field)) }", as: database.parent)
    #expect(gateway.pool.statistics.roundTrips - before == example.trips, "\(answer)")
    #expect(answer.at("errors", 0, "extensions", "code")?.string == example.code, "\(answer)")
    #expect(gateway.pool.statistics.idle == 1)
    await gateway.pool.shutdown()
  }

  /// A change that staff or parents make of many students reads once all that it decides by, and then writes.
  @Test func `Round trips of a pickup`() async throws {
    try await PickupGround.run("pickup_trips") { ground in
      let mia = try await ground.students().mia
      let enrolment = try await ground.enrolment(of: "Mia")
      func expect(_ trips: Int, _ name: String, _ change: () async throws -> JSONValue) async throws {
        let before = ground.gateway.pool.statistics.roundTrips
        let answer = try await change()
        #expect(ground.gateway.pool.statistics.roundTrips - before == trips, "\(name): \(answer)")
        #expect(answer.at("errors") == nil, "\(name): \(answer)")
      }
      var ids: [String] = []
      // Which enrolments the students have decides what is read of these.
      try await expect(3, "requestPickup") {
        let request = try await ground.request([mia])
        ids = request.ids
        return request.answer
      }
      try await expect(2, "markReady") { try await ground.run("markReady", ids, as: ground.teacher) }
      try await expect(2, "markReady, again") { try await ground.run("markReady", ids, as: ground.teacher) }
      try await expect(2, "markNotReady") { try await ground.run("markNotReady", ids, as: ground.teacher) }
      try await expect(2, "callStudents") { try await ground.run("callStudents", [enrolment], as: ground.teacher) }
      try await expect(2, "confirmPickups") { try await ground.run("confirmPickups", ids, as: ground.parent) }
      // Another dismissal of the student may be open.
      try await expect(3, "reopenDismissal") {
        try await ground.ask(
          #"mutation { reopenDismissal(input: {id: "\#(ids[0])", reason: "Wrong"}) { dismissal { state } } }"#, as: ground.teacher)
      }
      // The name may be that of somebody whom the school has barred.
      try await expect(3, "handOver") {
        try await ground.ask(
          #"mutation { handOver(input: {id: "\#(ids[0])", to: "Jo"}) { dismissal { state } } }"#, as: ground.teacher)
      }
      // A function marks, and tells, before the dismissals of the day are looked at.
      try await expect(3, "markAbsent") {
        try await ground.ask(
          #"mutation { markAbsent(input: {ids: ["\#(enrolment)"]}) { students { id } } }"#, as: ground.teacher)
      }
    }
  }
}

/// The objects that the fields of these tests are about, made for one test.
struct Works {
  private let ids: [String: String]

  init(_ gateway: TestGateway, _ viewer: AccountViewer) async throws {
    let ids = ["$s": newID(), "$c": newID(), "$d": newID(), "$p": newID(), "$a": newID(), "$b": newID(), "$n": newID(), "$q": newID()]
    self.ids = ids
    let made = try await gateway.answer(
      named(
        in: """
          mutation {
            createSubject(input: {id: "$s", name: "S"}) { __typename }
            c: createCourse(input: {id: "$c", subjectId: "$s", name: "C"}) { __typename }
            d: createCourse(input: {id: "$d", subjectId: "$s", name: "D"}) { __typename }
            createQuote(input: {id: "$q", text: "Q"}) { __typename }
            createStudent(input: {id: "$p", name: "P"}) { __typename }
            a: createAssignment(input: {id: "$a", studentId: "$p", courseId: "$c", title: "A", pointsPossible: 10}) {
              __typename
            }
            b: createAssignment(input: {id: "$b", studentId: "$p", courseId: "$c", title: "B", pointsPossible: 10}) {
              __typename
            }
          }
          """), as: viewer)
    try #require(made.at("errors") == nil, "\(made)")
  }

  /// The text with the ids in their places.
  func named(in text: String) -> String {
    ids.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}
