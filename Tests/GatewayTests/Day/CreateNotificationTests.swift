import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Notifications that parents write to members of the family (REQ-NOT-003).
@Suite(.serialized) struct CreateNotificationTests {
  private static let database = Task { try await SchoolDatabase("create_notification") }

  private static let newest =
    "{ viewer { notifications(first: 1) { kind title body student { name } assignment { id } readAt } } }"

  private func newest(_ talk: Conversation, _ viewer: AccountViewer) async throws -> JSONValue? {
    try await talk.ask(Self.newest, as: viewer).at("viewer", "notifications", 0)
  }

  @Test func `All parents are notified where no member is named, and nobody else`() async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        #"mutation { createNotification(input: {title: "Museum", body: "At nine.\nBring lunch."}) { id assignment { id } } }"#,
        as: talk.elena)
      #expect(answer.codes == [:])
      #expect(answer.at("data", "createNotification", "assignment") == .null)
      for parent in [talk.elena, talk.mateo] {
        let told = try #require(try await newest(talk, parent))
        #expect(told.at("kind")?.string == "MESSAGE")
        #expect(told.at("title")?.string == "Museum")
        #expect(told.at("body")?.string == "At nine.\nBring lunch.")
        #expect(told.at("readAt") == .null)
      }
      for other in [talk.ada, talk.leo, talk.stranger] {
        #expect(try await newest(talk, other)?.at("title")?.string != "Museum")
      }
    }
  }

  @Test func `Members that are named are notified once each, of an assignment and its student`() async throws {
    try await Conversation.with(Self.database) { talk in
      let work = try await talk.newAssignment(of: talk.leo, "Reading")
      let leo = try #require(talk.leo.membership).memberID.description
      let request = newID()
      func send(_ title: String) async throws -> JSONValue {
        try await talk.answer(
          #"""
          mutation { createNotification(input: {id: "\#(request)", title: "\#(title)", body: "Tonight", assignmentId: "\#(work)",
            recipientIds: ["\#(leo)", "\#(leo.uppercased())"]}) { id assignment { title } } }
          """#, as: talk.elena)
      }
      let first = try await send("Read on")
      #expect(first.at("data", "createNotification", "assignment", "title")?.string == "Reading")
      let told = try #require(try await newest(talk, talk.leo))
      #expect(told.at("title")?.string == "Read on")
      #expect(told.at("student", "name")?.string?.hasPrefix("Leo") == true)
      #expect(told.at("assignment", "id")?.string == work)
      // Sent again, it notifies nobody; something else under the same id is refused.
      #expect(try await send("Read on") == first)
      #expect(try await send("Read").codes == ["createNotification": "CONFLICT"])
      let count = try await talk.text(
        "SELECT count(*)::text FROM notifications WHERE assignment_id::text = \(bind: .text(work))")
      #expect(count == "1")
    }
  }

  @Test func `Students, members of other families and bad input notify nobody`() async throws {
    try await Conversation.with(Self.database) { talk in
      let before = try await talk.text("SELECT count(*)::text FROM notifications")
      let member = try #require(talk.stranger.membership).memberID.description
      let own = try #require(talk.leo.membership).memberID.description
      let work = try await talk.newAssignment(of: talk.leo, "Sums")
      func send(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer("mutation { createNotification(input: {\(fields)}) { id } }", as: viewer)
      }
      let text = #"title: "T", body: "B""#
      #expect(try await send(text, as: talk.ada).codes == ["createNotification": "FORBIDDEN"])
      let foreign = try await send(text + #", recipientIds: ["\#(own)", "\#(member)"]"#, as: talk.elena)
      #expect(foreign.codes == ["createNotification": "NOT_FOUND"])
      #expect(foreign.inputPath == "input.recipientIds.1")
      #expect(
        try await send(text + #", assignmentId: "\#(work)""#, as: talk.stranger).codes["createNotification"] != nil)
      for bad in [
        #"title: " ", body: "B""#, #"title: "T", body: """#, text + ", recipientIds: []",
        text + ", recipientIds: [" + String(repeating: "\"\(own)\" ", count: 101) + "]",
      ] {
        #expect(try await send(bad, as: talk.elena).codes == ["createNotification": "BAD_USER_INPUT"], "\(bad.prefix(60))")
      }
      #expect(try await talk.text("SELECT count(*)::text FROM notifications") == before)
    }
  }

  @Test func `A parent notifies so often in an hour`() async throws {
    try await Conversation.with(Self.database) { talk in
      let send = #"mutation { createNotification(input: {title: "T", body: "B"}) { id } }"#
      var refused: JSONValue?
      for _ in 0..<62 where refused == nil {
        let answer = try await talk.answer(send, as: talk.mateo)
        if !answer.codes.isEmpty { refused = answer }
      }
      let answer = try #require(refused)
      #expect(answer.codes == ["createNotification": "LIMIT_EXCEEDED"])
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "notifications")
      #expect(try await talk.answer(send, as: talk.elena).codes == [:])
    }
  }
}
