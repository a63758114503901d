import GraphQL
import TestSupport
import Testing

/// Ids that clients choose, and versions that they expect: what is sent twice, and what others were faster with.
@Suite struct MutationConflictTests {
  private static let ground = MutationGround("mutation_conflicts")

  @Test func `The same input sent twice makes one row, and other input under its id is a conflict`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let id = newID()
      func create(_ input: String) async throws -> JSONValue {
        try await gateway.answer(
          "mutation { createSubject(input: {\(input)}) { subject { id name version } } }", as: database.parent)
      }
      let first = try await create(#"id: "\#(id)", name: "Art", description: null"#)
      #expect(first.at("errors") == nil)
      // The order of the fields says nothing.
      #expect(try await create(#"description: null, name: "Art", id: "\#(id)""#) == first)
      #expect(try await create(#"id: "\#(id)", name: "Art II", description: null"#).codes == ["createSubject": "CONFLICT"])
      // Nor does the case of an id, or whether what has no value is null or left out.
      #expect(try await create(#"id: "\#(id.uppercased())", name: "Art""#) == first)
      #expect(try await create(#"id: "\#(id)", name: "ART""#).codes == ["createSubject": "CONFLICT"])
      #expect(try await create(#"id: "\#(id)", name: "Art", description: """#).codes == ["createSubject": "CONFLICT"])

      let gone = try await gateway.answer(
        #"mutation { deleteSubject(input: {id: "\#(id)"}) { id } }"#, as: database.parent)
      #expect(gone.at("data", "deleteSubject", "id")?.string == id)
      let again = try await create(#"id: "\#(id)", name: "Art", description: null"#)
      #expect(again.at("data", "createSubject", "subject") == .null)
      #expect(try await create(#"id: "\#(id)", name: "New""#).codes == ["createSubject": "CONFLICT"])
    }
  }

  @Test func `An update of another version than the row's is a conflict that names the row's`() async throws {
    try await Self.ground.withGateway { gateway, database in
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
      #expect(answer.codes == ["c": "CONFLICT", "e": "CONFLICT"])
      #expect(answer.at("errors", 0, "extensions", "currentVersion") == .number("2"))
      #expect(answer.at("data", "d", "subject", "name")?.string == "2")
      #expect(answer.at("data", "d", "subject", "version") == .number("2"))
    }
  }

  @Test func `An update tells what is absent from what is null`() async throws {
    try await Self.ground.withGateway { gateway, database in
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
      #expect(answer.codes == ["d": "BAD_USER_INPUT"])
    }
  }
}
