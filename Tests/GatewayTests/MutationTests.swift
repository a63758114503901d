import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import School
import TestSupport
import Testing

/// What a request changes, on a real database: in order, each field in a transaction of its own.
@Suite struct MutationTests {
  private static let database = Task { try await SchoolDatabase("mutations") }

  private func withGateway(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  private func newID() -> String { UUIDValue.random().description }

  /// The codes of the errors, by the first key of their paths.
  private func codes(_ answer: JSONValue) -> [String: String] {
    var codes: [String: String] = [:]
    for error in answer.at("errors")?.array ?? [] {
      codes[error.at("path", 0)?.string ?? ""] = error.at("extensions", "code")?.string
    }
    return codes
  }

  // MARK: Order — specification section 6.2.2

  @Test func `Fields run in order, and each sees what those before it did`() async throws {
    try await withGateway { gateway, database in
      let (subject, course) = (newID(), newID())
      let answer = try await gateway.answer(
        """
        mutation {
          two: createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "Too early"}) { course { id } }
          one: createSubject(input: {id: "\(subject)", name: "Art"}) { subject { name courses { id } } }
          three: createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "Painting"}) {
            course { name subject { courses { name } } }
          }
          four: updateSubject(input: {id: "\(subject)", name: "Fine art"}) { subject { name version } __typename }
        }
        """, as: database.parent)
      #expect(codes(answer) == ["two": "NOT_FOUND"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("subjectId")]))
      let data = try #require(answer.at("data"))
      #expect(data.keys == ["two", "one", "three", "four"])
      #expect(data.at("two") == .null)
      #expect(data.at("one", "subject", "courses") == .array([]))
      #expect(data.at("three", "course", "subject", "courses", 0, "name")?.string == "Painting")
      #expect(data.at("four", "subject", "name")?.string == "Fine art")
      #expect(data.at("four", "subject", "version") == .number("2"))
      #expect(data.at("four", "__typename")?.string == "UpdateSubjectPayload")
    }
  }

  @Test func `The type name of the mutation type takes its place among the fields`() async throws {
    try await withGateway { gateway, database in
      let answer = try await gateway.answer(
        #"mutation { __typename createSubject(input: {name: "S"}) { __typename } after: __typename }"#,
        as: database.parent)
      #expect(
        answer == .object([
          .init("data", .object([
            .init("__typename", .string("Mutation")),
            .init("createSubject", .object([.init("__typename", .string("CreateSubjectPayload"))])),
            .init("after", .string("Mutation")),
          ]))
        ]))
    }
  }

  @Test func `@skip and @include decide what runs at all`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      let document = """
        mutation ($on: Boolean!) {
          createSubject(input: {id: "\(id)", name: "S"}) @include(if: $on) { subject { id } }
          other: __typename
        }
        """
      for isOn in [false, true] {
        let answer = try await gateway.answer(
          document, variables: .object([.init("on", .bool(isOn))]), as: database.parent)
        #expect(answer.at("data")?.keys == (isOn ? ["createSubject", "other"] : ["other"]))
        let found = try await gateway.answer(#"{ subject(id: "\#(id)") { id } }"#, as: database.parent)
        #expect((found.at("data", "subject") == .null) == !isOn)
      }
      // Where nothing is left, the object is empty.
      let empty = "mutation ($on: Boolean!) { a: __typename @skip(if: $on) ... @skip(if: $on) { b: __typename } }"
      for viewer in [database.parent, nil] {
        let answer = try await gateway.answer(empty, variables: .object([.init("on", .bool(true))]), as: viewer)
        #expect(answer == .object([.init("data", .object([]))]))
      }
    }
  }

  @Test func `More fields than the limit are refused before any of them runs`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      let fields = (0...20).map { #"f\#($0): createSubject(input: {id: "\#(id)", name: "S"}) { __typename }"# }
      let answer = try await gateway.answer("mutation { \(fields.joined(separator: " ")) }", as: database.parent)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "mutationFields")
      #expect(answer.at("data") == nil)
    }
  }

  // MARK: Who may

  @Test func `A student may change nothing, and is told so at each field`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      let answer = try await gateway.answer(
        #"mutation { createSubject(input: {id: "\#(id)", name: "S"}) { subject { id } } }"#, as: database.student)
      #expect(codes(answer) == ["createSubject": "FORBIDDEN"])
      #expect(answer.at("data", "createSubject") == .null)
      let found = try await gateway.answer(#"{ subject(id: "\#(id)") { id } }"#, as: database.parent)
      #expect(found.at("data", "subject") == .null)
    }
  }

  @Test func `Without a token, or with a session that ended, the request is refused whole`() async throws {
    try await withGateway { gateway, database in
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
    try await withGateway { gateway, database in
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
      #expect(Set(codes(foreign).values) == ["NOT_FOUND"])
      #expect(codes(foreign).count == 10)
      // The very same answer as for ids that nobody has.
      let unknown = try await gateway.answer(attempt { _ in newID() }, as: other)
      func withoutLocations(_ answer: JSONValue) -> [String] {
        (answer.at("errors")?.array ?? []).map { "\($0.at("message") as Any) \($0.at("path") as Any)" }
      }
      #expect(withoutLocations(foreign) == withoutLocations(unknown))
      #expect(await gateway.send("{ family { subjects { id name version } } }", as: database.parent).text == before)
    }
  }

  // MARK: Ids and versions

  @Test func `The same input sent twice makes one row, and other input under its id is a conflict`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      func create(_ input: String) async throws -> JSONValue {
        try await gateway.answer(
          "mutation { createSubject(input: {\(input)}) { subject { id name version } } }", as: database.parent)
      }
      let first = try await create(#"id: "\#(id)", name: "Art", description: null"#)
      #expect(first.at("errors") == nil)
      // The order of the fields says nothing.
      #expect(try await create(#"description: null, name: "Art", id: "\#(id)""#) == first)
      #expect(codes(try await create(#"id: "\#(id)", name: "Art II", description: null"#)) == ["createSubject": "CONFLICT"])
      // Nor does the case of an id, or whether what has no value is null or left out.
      #expect(try await create(#"id: "\#(id.uppercased())", name: "Art""#) == first)
      #expect(codes(try await create(#"id: "\#(id)", name: "ART""#)) == ["createSubject": "CONFLICT"])
      #expect(codes(try await create(#"id: "\#(id)", name: "Art", description: """#)) == ["createSubject": "CONFLICT"])

      let gone = try await gateway.answer(
        #"mutation { deleteSubject(input: {id: "\#(id)"}) { id } }"#, as: database.parent)
      #expect(gone.at("data", "deleteSubject", "id")?.string == id)
      let again = try await create(#"id: "\#(id)", name: "Art", description: null"#)
      #expect(again.at("data", "createSubject", "subject") == .null)
      #expect(codes(try await create(#"id: "\#(id)", name: "New""#)) == ["createSubject": "CONFLICT"])
    }
  }

  @Test func `An update of another version than the row's is a conflict that names the row's`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      let answer = try await gateway.answer(
        """
        mutation {
          a: createSubject(input: {id: "\(id)", name: "1"}) { subject { version } }
          b: updateSubject(input: {id: "\(id)", ifVersion: 1, name: "2"}) { subject { version } }
          c: updateSubject(input: {id: "\(id)", ifVersion: 1, name: "3"}) { subject { version } }
          d: updateSubject(input: {id: "\(id)"}) { subject { name version description } }
          e: deleteSubject(input: {id: "\(id)", ifVersion: 1}) { id }
        }
        """, as: database.parent)
      #expect(codes(answer) == ["c": "CONFLICT", "e": "CONFLICT"])
      #expect(answer.at("errors", 0, "extensions", "currentVersion") == .number("2"))
      #expect(answer.at("data", "d", "subject", "name")?.string == "2")
      #expect(answer.at("data", "d", "subject", "version") == .number("2"))
    }
  }

  @Test func `An update tells what is absent from what is null`() async throws {
    try await withGateway { gateway, database in
      let id = newID()
      let answer = try await gateway.answer(
        """
        mutation {
          a: createSubject(input: {id: "\(id)", name: "S", description: "D"}) { subject { description } }
          b: updateSubject(input: {id: "\(id)", name: "T"}) { subject { description } }
          c: updateSubject(input: {id: "\(id)", description: null}) { subject { name description } }
          d: updateSubject(input: {id: "\(id)", name: null}) { subject { name } }
        }
        """, as: database.parent)
      #expect(answer.at("data", "b", "subject", "description")?.string == "D")
      #expect(answer.at("data", "c", "subject", "description") == .null)
      #expect(answer.at("data", "c", "subject", "name")?.string == "T")
      #expect(codes(answer) == ["d": "BAD_USER_INPUT"])
    }
  }

  // MARK: Input

  @Test(
    "Values that may not be are refused with the path of their field",
    arguments: [
      (#"createSubject(input: {name: ""}) { __typename }"#, "name", "1 to 200 characters"),
      (#"createSubject(input: {name: "\#(String(repeating: "x", count: 201))"}) { __typename }"#, "name", "1 to 200"),
      (#"createSubject(input: {name: "a\u0000b"}) { __typename }"#, "name", "U+0000"),
      (#"createSubject(input: {id: "no", name: "S"}) { __typename }"#, "id", "UUID"),
      (#"createAssignment(input: {studentId: "S", title: "T", dueDate: "2026-02-29"}) { __typename }"#, "dueDate", "day"),
      (#"createAssignment(input: {studentId: "S", title: "T", dueDate: "7 May"}) { __typename }"#, "dueDate", "day"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 0}) { __typename }"#, "pointsPossible", "above 0"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 1e6}) { __typename }"#, "pointsPossible", "below 1000000"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 0.12345}) { __typename }"#, "pointsPossible", "4 decimals"),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: -1}) { __typename }"#, "pointsAwarded", "at least 0"),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 11}) { __typename }"#, "pointsAwarded", "at most"),
      (#"gradeAssignment(input: {id: "A"}) { __typename }"#, "pointsAwarded", "nothing to change"),
      (#"gradeAssignment(input: {id: "G", pointsPossible: null}) { __typename }"#, "pointsPossible", "must be there"),
    ])
  func refusals(field: String, path: String, message: String) async throws {
    try await withGateway { gateway, database in
      let (student, assignment) = try await newAssignment(gateway, database, points: 10)
      let (_, graded) = try await newAssignment(gateway, database, points: 10)
      let grade = #"mutation { gradeAssignment(input: {id: "\#(graded)", pointsAwarded: 5}) { __typename } }"#
      #expect(try await gateway.answer(grade, as: database.parent).at("errors") == nil)
      let document = [("S", student), ("A", assignment), ("G", graded)].reduce(field) {
        $0.replacing("\"\($1.0)\"", with: "\"\($1.1)\"")
      }
      let answer = try await gateway.answer("mutation { \(document) }", as: database.parent)
      let error = try #require(answer.at("errors", 0))
      #expect(error.at("extensions", "code")?.string == "BAD_USER_INPUT")
      #expect(error.at("extensions", "inputPath") == .array([.string("input"), .string(path)]))
      #expect(error.at("message")?.string?.contains(message) == true, "\(error)")
    }
  }

  private func newAssignment(
    _ gateway: TestGateway, _ database: SchoolDatabase, points: Int, course: String? = nil
  ) async throws -> (student: String, assignment: String) {
    let family = try await gateway.answer("{ family { students { id } } }", as: database.parent)
    let student = try #require(family.at("data", "family", "students", 0, "id")?.string)
    let id = newID()
    let made = try await gateway.answer(
      """
      mutation { createAssignment(input: {id: "\(id)", studentId: "\(student)", title: "T", pointsPossible: \(points)
        \(course.map { "courseId: \"\($0)\"" } ?? "")}) { assignment { id } } }
      """, as: database.parent)
    #expect(made.at("errors") == nil)
    return (student, id)
  }

  // MARK: Grades

  @Test func `A grade, its change and its end show in the course at once`() async throws {
    try await withGateway { gateway, database in
      let (subject, course) = (newID(), newID())
      _ = try await gateway.answer(
        """
        mutation {
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename }
        }
        """, as: database.parent)
      let (_, first) = try await newAssignment(gateway, database, points: 10, course: course)
      let (_, second) = try await newAssignment(gateway, database, points: 3, course: course)
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
      #expect(codes(answer) == ["e": "BAD_USER_INPUT"])
      #expect(data.at("f", "course") == .null)
      #expect(data.at("g", "course", "grade") == .null)
      #expect(data.at("g", "course", "assignments") == .array([]))
    }
  }

  @Test func `Graders at the same time lose no update, and each has an answer`() async throws {
    try await withGateway { gateway, database in
      let (_, assignment) = try await newAssignment(gateway, database, points: 100)
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

  // MARK: Removal

  @Test func `What has others below it is removed only with all of them`() async throws {
    try await withGateway { gateway, database in
      let (subject, course) = (newID(), newID())
      _ = try await gateway.answer(
        """
        mutation {
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename }
        }
        """, as: database.parent)
      let (_, assignment) = try await newAssignment(gateway, database, points: 10, course: course)
      let kept = try await gateway.answer(
        """
        mutation {
          a: deleteSubject(input: {id: "\(subject)"}) { id }
          b: deleteCourse(input: {id: "\(course)"}) { id }
        }
        """, as: database.parent)
      #expect(codes(kept) == ["a": "CONFLICT", "b": "CONFLICT"])
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
