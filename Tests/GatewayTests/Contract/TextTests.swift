import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// The contract of every text that a mutation takes: it is bounded, and has no control characters that mean nothing.
@Suite(.serialized) struct TextTests {
  private static let database = Task { try await WalkedSchema.recipe.contractDatabase("texts") }
  private let schema: Schema

  init() throws { schema = try WalkedSchema.recipe.schema }

  @Test func `There are texts`() {
    #expect(ContractMutation.texts.count > 20)
  }

  @Test("A text is bounded, in one line or several", arguments: ContractMutation.texts)
  func bounds(_ text: ContractText) async throws {
    let bad = [
      String(repeating: "a", count: 200_001), String(repeating: "😀", count: 100_001), "a\u{0}", "a\u{7}b", "\u{1B}[31m",
      "a\u{7F}", "a\u{85}b", "\u{8}",
    ]
    try await Conversation.with(Self.database) { talk in
      // The tests try limited mutations more often than the limits allow.
      try await talk.database.run("DELETE FROM attempts")
      let sender = try await ContractViewer.sender(of: text.mutation, talk)
      let id = text.mutation.field("id") == nil ? nil : try await sender.id(for: text.mutation, schema, talk)
      let count = try await talk.rowCount()
      for value in bad {
        var given = [text.field: JSONValue.string(value)]
        if let id { given["id"] = id }
        let input = try sender.input(of: text.mutation, schema, with: given)
        let answer = try await sender.send(text.mutation, input, schema, talk)
        #expect(answer.code == "BAD_USER_INPUT")
        #expect(answer.inputPath == text.path)
        let message = answer.at("errors", 0, "message")?.string ?? ""
        #expect(message.contains("characters, got ") || message.contains("must not contain the character U+00"))
      }
      #expect(try await talk.rowCount() == count)
    }
  }

  @Test func `What people write over several lines keeps them, and a name has one`() async throws {
    try await Conversation.with(Self.database) { talk in
      let several = "First\r\n\tsecond\n\nthird, “fourth” 😀\u{200D}"
      let answer = try await talk.gateway.answer(
        #"mutation ($text: String) { createSubject(input: {name: "N", description: $text}) { subject { description } } }"#,
        variables: .object([.init("text", .string(several))]), as: talk.elena)
      #expect(answer.at("data", "createSubject", "subject", "description")?.string == several)
      for end in ["\\n", "\\r", "\\t", "\\u2028"] {
        let refused = try await talk.answer(
          #"mutation { createSubject(input: {name: "A name\#(end)"}) { subject { id } } }"#, as: talk.elena)
        #expect(refused.code == "BAD_USER_INPUT")
        #expect(refused.inputPath == "input.name")
      }
    }
  }

  /// Texts that are not part of a mutation's input: cursors, and the texts of filters. `AssignmentBatchTests` and
  /// `AttendanceBatchTests` have the texts of items.
  @Test func `Every other text of the schema is bounded`() async throws {
    var places: [String] = []
    for name in schema.typeNames {
      switch schema.types[name] {
      case .object(let type)? where !name.hasPrefix("__"):
        for field in type.fields {
          places += field.arguments.filter { $0.type.namedType == "String" }.map { $0.name }
        }
      case .inputObject(let type)? where !ContractMutation.inputs(of: schema).contains(name):
        places += type.fields.filter { $0.type.namedType == "String" }.map { "\(name).\($0.name)" }
      default: break
      }
    }
    let long = String(repeating: "a", count: 200_001)
    try await Conversation.with(Self.database) { talk in
      for place in Set(places) {
        var selection = "students { reportCardAddress(language: \"\(long)\") }"
        if place.hasPrefix("StringFilter.") {
          let field = place.dropFirst("StringFilter.".count)
          let value = field == "in" ? "[\"\(long)\"]" : "\"\(long)\""
          selection = "assignmentsConnection(where: {title: {\(field): \(value)}}) { nodes { id } }"
        } else if place == "after" || place == "before" {
          selection = "assignmentsConnection(\(place == "after" ? "first" : "last"): 1, \(place): \"\(long)\") { nodes { id } }"
        } else if place == "text" {
          let answer = try await talk.answer("{ schools { search(text: \"\(long)\") { excerpt { text } } } }", as: talk.elena)
          #expect(answer.code == "BAD_USER_INPUT")
          continue
        } else if place == "area" {
          for argument in ["area", "language", "text"] {
            let answer = try await talk.answer("{ services(\(argument): \"\(long)\") { id } }", as: talk.elena)
            #expect(answer.code == "BAD_USER_INPUT", "\(argument)")
          }
          continue
        } else if place != "language" {
          Issue.record("no bound is known here for \(place)")
          continue
        }
        let answer = try await talk.answer("{ family { \(selection) } }", as: talk.elena)
        #expect(["BAD_USER_INPUT", "LIMIT_EXCEEDED"].contains(answer.code), "\(place)")
      }
    }
  }
}
