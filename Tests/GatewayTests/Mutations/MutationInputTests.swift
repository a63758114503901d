import GraphQL
import TestSupport
import Testing

/// Values that may not be.
@Suite struct MutationInputTests {
  private static let ground = MutationGround("mutation_input")

  @Test func `Sums of decimals are what is written of them`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let (_, id) = try await gateway.newAssignment(as: database.parent, points: nil)
      let points = "pointsAwarded: 0.30000000000000004, pointsPossible: 0.3"
      let answer = try await gateway.answer(
        #"mutation { gradeAssignment(input: {id: "\#(id)", \#(points)}) { assignment { percentage } } }"#,
        as: database.parent)
      #expect(answer.at("data", "gradeAssignment", "assignment", "percentage") == .number("100"))
    }
  }

  @Test(
    "Values that may not be are refused with the path of their field",
    arguments: [
      (#"createSubject(input: {name: ""}) { __typename }"#, "name", "1 to 200 characters"),
      (#"createSubject(input: {name: " \u00a0 "}) { __typename }"#, "name", "must not be blank"),
      (#"createStudent(input: {name: "\u200b"}) { __typename }"#, "name", "must not be blank"),
      (#"createSubject(input: {name: "\#(String(repeating: "x", count: 201))"}) { __typename }"#, "name", "1 to 200"),
      (#"createSubject(input: {name: "a\u0000b"}) { __typename }"#, "name", "U+0000"),
      (#"createSubject(input: {id: "no", name: "S"}) { __typename }"#, "id", "UUID"),
      (#"createAssignment(input: {studentId: "S", title: "T", dueDate: "2026-02-29"}) { __typename }"#, "dueDate", "day"),
      (#"createAssignment(input: {studentId: "S", title: "T", dueDate: "7 May"}) { __typename }"#, "dueDate", "day"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 0}) { __typename }"#, "pointsPossible", "above 0"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 1e6}) { __typename }"#, "pointsPossible", "below 1000000"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 0.12345}) { __typename }"#, "pointsPossible", "4 decimals"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 3.00000005}) { __typename }"#, "pointsPossible", "4 decimals"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 0.00001}) { __typename }"#, "pointsPossible", "4 decimals"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 999999.99999}) { __typename }"#, "pointsPossible", "4 decimals"),
      (#"createAssignment(input: {studentId: "S", title: "T", pointsPossible: 999999.9999999999}) { __typename }"#, "pointsPossible", "below 1000000"),
      (#"updateAssignment(input: {id: "D", dueDate: null}) { __typename }"#, "dueDate", #""dueTime" needs a "dueDate"."#),
      (#"updateAssignment(input: {id: "A", dueTime: "09:00:00"}) { __typename }"#, "dueTime", #""dueTime" needs a "dueDate"."#),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: -0.00000005}) { __typename }"#, "pointsAwarded", "at least 0"),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 0.00000005}) { __typename }"#, "pointsAwarded", "4 decimals"),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: -1}) { __typename }"#, "pointsAwarded", "at least 0 and below 1000000, got -1."),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 11}) { __typename }"#, "pointsAwarded", #"at most 10, the "pointsPossible", got 11."#),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 10.25}) { __typename }"#, "pointsAwarded", "at most 10, the \"pointsPossible\", got 10.25."),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 13, pointsPossible: 12.5}) { __typename }"#, "pointsAwarded", "at most 12.5, the \"pointsPossible\", got 13."),
      (#"gradeAssignment(input: {id: "A", pointsAwarded: 1, pointsPossible: null}) { __typename }"#, "pointsPossible", "must be there"),
      (#"gradeAssignment(input: {id: "N", pointsAwarded: 1}) { __typename }"#, "pointsAwarded", #""pointsPossible" must be there"#),
      (#"gradeAssignment(input: {id: "G", pointsPossible: 4}) { __typename }"#, "pointsPossible", #"at least 5, the "pointsAwarded", got 4."#),
      (#"updateAssignment(input: {id: "G", pointsPossible: 4.5}) { __typename }"#, "pointsPossible", #"at least 5, the "pointsAwarded", got 4.5."#),
      (#"updateAssignment(input: {id: "G", pointsPossible: null}) { __typename }"#, "pointsPossible", "must be there"),
      (#"gradeAssignment(input: {id: "A"}) { __typename }"#, "pointsAwarded", "nothing to change"),
      (#"gradeAssignment(input: {id: "G", pointsPossible: null}) { __typename }"#, "pointsPossible", "must be there"),
    ])
  func refusals(field: String, path: String, message: String) async throws {
    try await Self.ground.withGateway { gateway, database in
      let (student, assignment) = try await gateway.newAssignment(as: database.parent, points: 10)
      let (_, graded) = try await gateway.newAssignment(as: database.parent, points: 10)
      let (_, pointless) = try await gateway.newAssignment(as: database.parent, points: nil)
      let (_, due) = try await gateway.newAssignment(as: database.parent, points: nil)
      let date = #"mutation { updateAssignment(input: {id: "\#(due)", dueDate: "2026-09-07", dueTime: "09:00:00"}) { __typename } }"#
      #expect(try await gateway.answer(date, as: database.parent).at("errors") == nil)
      let grade = #"mutation { gradeAssignment(input: {id: "\#(graded)", pointsAwarded: 5}) { __typename } }"#
      #expect(try await gateway.answer(grade, as: database.parent).at("errors") == nil)
      let document = [("S", student), ("A", assignment), ("D", due), ("G", graded), ("N", pointless)].reduce(field) {
        $0.replacing("\"\($1.0)\"", with: "\"\($1.1)\"")
      }
      let answer = try await gateway.answer("mutation { \(document) }", as: database.parent)
      let error = try #require(answer.at("errors", 0))
      #expect(error.at("extensions", "code")?.string == "BAD_USER_INPUT")
      #expect(error.at("extensions", "inputPath") == .array([.string("input"), .string(path)]))
      let isWhole = message.hasSuffix(".")
      let text = try #require(error.at("message")?.string)
      #expect(isWhole ? text.hasSuffix(message) : text.contains(message), "\(error)")
    }
  }
}
