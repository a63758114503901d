import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Names and titles lose what nobody sees: outer spaces, and marks of text direction.
@Suite(.serialized) struct NameTests {
  private static let database = Task { try await SchoolDatabase("names", families: 1) }

  static let names = [
    ("  Ada Lovelace\u{A0}\u{3000}", "Ada Lovelace"), ("\u{200E}Ada\u{200F}", "Ada"),
    ("Ada \u{202E}gnik\u{202C} Lovelace", "Ada gnik Lovelace"), ("\u{2066}Ada\u{2069} \u{61C}B", "Ada B"),
    ("\u{FEFF}\u{200B}Ada\u{2060}\u{AD} ", "Ada"), ("Ada  Lovelace", "Ada  Lovelace"),
    // Joiners inside, variation selectors and tags at the end are part of what is seen.
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष"),
    ("👩\u{200D}🔬 Biology", "👩\u{200D}🔬 Biology"), ("Art ❤\u{FE0F}", "Art ❤\u{FE0F}"),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"),
    // As the device composed it.
    ("E\u{301}mile", "E\u{301}mile"),
    // Counted without what it loses.
    (String(repeating: " ", count: 500) + String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
  ]

  @Test("A name is kept without invisible marks", arguments: names)
  func kept(given: String, kept: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let id = newID()
      for document in [
        "mutation ($id: ID!, $name: String!) { createSubject(input: {id: $id, name: $name}) { subject { name } } }",
        // The same input sent again, invisible marks and all.
        "mutation ($id: ID!, $name: String!) { createSubject(input: {id: $id, name: $name}) { subject { name } } }",
        "mutation ($id: ID!, $name: String!) { updateSubject(input: {id: $id, name: $name}) { subject { name } } }",
      ] {
        let answer = try await talk.gateway.answer(
          document, variables: .object([.init("id", .string(id)), .init("name", .string(given))]), as: talk.elena)
        let payload = document.contains("createSubject") ? "createSubject" : "updateSubject"
        #expect(answer.at("errors") == nil)
        let name = try #require(answer.at("data", .key(payload), "subject", "name")?.string)
        #expect(Array(name.unicodeScalars) == Array(kept.unicodeScalars))
      }
    }
  }

  @Test("A name of nothing that is seen is refused", arguments: ["   ", "\u{200E}\u{202E}", " \u{200D} ", "\u{FEFF}", "\u{3164}"])
  func blank(name: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.gateway.answer(
        "mutation ($name: String!) { createSubject(input: {name: $name}) { subject { id } } }",
        variables: .object([.init("name", .string(name))]), as: talk.elena)
      #expect(answer.at("errors", 0, "message")?.string == #""name" must not be blank."#)
      #expect(answer.inputPath == "input.name")
    }
  }

  @Test func `So are the names of accounts, families and members, and titles`() async throws {
    let given = " \u{202E}Rivera\u{200F} "
    try await Household.run(on: try await Self.database.value) { household in
      let parent = try await household.newcomer(.parent, name: given)
      #expect(try await parent.ask("{ viewer { name } }").at("data", "viewer", "name")?.string == "Rivera")
      let made = try await parent.ask(
        #"mutation { createFamily(input: {name: "\#(given)"}) { session { token } family { name members { name } } } }"#)
      #expect(made.at("data", "createFamily", "family", "name")?.string == "Rivera")
      #expect(made.at("data", "createFamily", "family", "members", 0, "name")?.string == "Rivera")
      let student = try await parent.ask(#"mutation { createStudent(input: {name: "\#(given)"}) { student { id name } } }"#)
      #expect(student.at("data", "createStudent", "student", "name")?.string == "Rivera")
      let quote = try await parent.ask(
        #"mutation { createQuote(input: {text: " \#(given)", author: "\#(given)"}) { quote { text author } } }"#)
      #expect(quote.at("data", "createQuote", "quote", "author")?.string == "Rivera")
      // A text of several lines is kept as it was written.
      #expect(quote.at("data", "createQuote", "quote", "text")?.string == " \(given)")
      let deleted = try await parent.ask(
        #"mutation { deleteFamily(input: {familyName: "\#(given)"}) { session { token } } }"#)
      #expect(deleted.at("errors") == nil)
    }
  }
}
