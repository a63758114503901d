import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// How many a family may have of what is read as a whole.
@Suite(.serialized) struct FamilyLimitTests {
  private static let database = Task { try await SchoolDatabase("family_limits") }

  private static func creation(_ name: String) -> String {
    #"mutation { createSubject(input: {id: "0199aaaa-0000-7000-8000-000000000001", name: "\#(name)"}) { subject { id } } }"#
  }

  @Test func `A family has so many subjects, and not one more`() async throws {
    try await Conversation.with(Self.database) { talk in
      let family = try #require(talk.elena.membership?.familyID)
      func fill(to count: Int32) async throws {
        try await talk.database.run(
          """
          INSERT INTO subjects (family_id, id, name)
          SELECT \(bind: .uuid(family)), gen_random_uuid(), 'S'
          FROM generate_series(1, \(bind: .int4(count))
            - (SELECT count(*)::int FROM subjects WHERE family_id = \(bind: .uuid(family))))
          """)
      }
      try await fill(to: 499)
      #expect(try await talk.answer(Self.creation("Last"), as: talk.elena).at("errors") == nil)
      // The same again is no other one.
      #expect(try await talk.answer(Self.creation("Last"), as: talk.elena).at("errors") == nil)
      let refused = try await talk.answer(
        #"mutation { createSubject(input: {name: "One more"}) { subject { id } } }"#, as: talk.elena)
      #expect(refused.codes == ["createSubject": "LIMIT_EXCEEDED"])
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "subjectsOfFamily")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("500"))
      // Others have their own.
      let other = try await talk.answer(
        #"mutation { createSubject(input: {name: "Theirs"}) { subject { id } } }"#, as: talk.stranger)
      #expect(other.at("errors") == nil)
    }
  }

  @Test func `A family has so many members, however they come`() async throws {
    try await Conversation.with(Self.database) { talk in
      let family = try #require(talk.elena.membership?.familyID)
      try await talk.database.run(
        """
        INSERT INTO members (family_id, id, role, name)
        SELECT \(bind: .uuid(family)), gen_random_uuid(), 'STUDENT', 'S'
        FROM generate_series(1, 100 - (SELECT count(*)::int FROM members WHERE family_id = \(bind: .uuid(family))))
        """)
      let made = try await talk.answer(
        #"mutation { createStudent(input: {name: "One more"}) { student { id } } }"#, as: talk.elena)
      #expect(made.codes == ["createStudent": "LIMIT_EXCEEDED"])
      #expect(made.at("errors", 0, "extensions", "limit")?.string == "membersOfFamily")
    }
  }
}
