import GraphQL
import SQL
import TestSupport
import Testing

/// The fields of a mutation, each in a transaction of its own, in order — specification section 6.2.2.
@Suite struct MutationOrderTests {
  private static let ground = MutationGround("mutation_order")

  @Test func `Fields run in order, and each sees what those before it did`() async throws {
    try await Self.ground.withGateway { gateway, database in
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
      #expect(answer.codes == ["two": "NOT_FOUND"])
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

  @Test func `An input that cannot be read keeps the fields before it from running`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let subject = newID()
      let answer = try await gateway.answer(
        """
        mutation ($name: String = "Painting") {
          createSubject(input: {id: "\(subject)", name: "Art"}) { subject { id } }
          late: createSubject(input: {name: $name}) { subject { id } }
        }
        """, variables: .object([.init("name", .null)]), as: database.parent)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "BAD_USER_INPUT")
      #expect(answer.at("data")?.at("createSubject") == nil)
      #expect(try await database.run("SELECT 1 FROM subjects WHERE id::text = \(bind: .text(subject))").count == 0)
    }
  }

  @Test func `The type name of the mutation type takes its place among the fields`() async throws {
    try await Self.ground.withGateway { gateway, database in
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
    try await Self.ground.withGateway { gateway, database in
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
    try await Self.ground.withGateway { gateway, database in
      let id = newID()
      let fields = (0...20).map { #"f\#($0): createSubject(input: {id: "\#(id)", name: "S"}) { __typename }"# }
      let answer = try await gateway.answer("mutation { \(fields.joined(separator: " ")) }", as: database.parent)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "mutationFields")
      #expect(answer.at("data") == nil)
    }
  }
}
