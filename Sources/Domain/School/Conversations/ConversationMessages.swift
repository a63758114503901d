import GraphQL
import Planning
import SQL

/// `sendMessage` and `markConversationRead` (TT-09).
enum ConversationMessages {
  static let maximumCharacters = 5_000

  static var send: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let conversation = try input.requiredID("conversationId")
      let text = try input.text("text", characters: 1...maximumCharacters, lines: .many) ?? ""
      let found = try await rows.row(Conversation.self, key: conversation, columns: [.homeID, .kind])
      guard found.count == 1, let home = found.uuid(row: 0, column: 0) else { throw input.notFound("conversationId") }
      let own = try await author(in: conversation, isOfTwo: found.text(row: 0, column: 1) == "SCHOOL", input, rows)
      guard try await rows.isNewContent(id, of: ConversationMessage.self, at: home, input) else { return ["message": id] }
      try await count(by: own, rows, at: input.place)
      try await insert(text, as: id, by: own, in: conversation, at: home, rows)
      _ = try await rows.update(Conversation.self, key: conversation, [Conversation.setNow(.lastMessageAt)])
      return ["message": id]
    }
  }

  static var markRead: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let (id, until) = (try input.requiredID("id"), try input.requiredID("until"))
      guard try await rows.row(Conversation.self, key: id, columns: [.id]).count == 1 else { throw input.notFound("id") }
      let last = try await rows.found(ConversationMessage.self, columns: [.id]) {
        "\($0[.id]) = \(bind: .uuid(until)) AND \($0[.conversationID]) = \(bind: .uuid(id))"
      }
      guard last.count == 1 else { throw input.notFound("until") }
      let moment: SQL = """
        (SELECT message.created_at FROM conversation_messages message WHERE message.id = \(bind: .uuid(until)) \
        AND message.conversation_id = \(bind: .uuid(id)))
        """
      _ = try await rows.lockedPlace()
      if try await rows.row(ConversationRead.self, key: id, columns: [.id]).count == 0 {
        try await rows.insert(ConversationRead.self, key: id, [ConversationRead.set(.readUntil, sql: moment)])
      } else {
        _ = try await rows.update(ConversationRead.self, [ConversationRead.set(.readUntil, sql: moment)]) {
          "\($0[.id]) = \(bind: .uuid(id)) AND \($0[.readUntil]) < \(moment)"
        }
      }
      return ["conversation": id]
    }
  }

  /// The side on which the viewer writes.
  /// - Parameter isOfTwo: whether a block ends it, where there are two.
  private static func author(
    in conversation: UUIDValue, isOfTwo: Bool, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> SchoolSides.Side {
    let places = try rows.account().places
    let found = try await rows.found(ConversationWriter.self, columns: [.personID]) {
      "\($0[.conversationID]) = \(bind: .uuid(conversation))"
    }
    let persons = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
    let path = input.path(of: "conversationId")
    guard let own = persons.first(where: places.audience.contains) else {
      throw .forbidden("Parents read along with a student, and write nothing.", at: path)
    }
    if isOfTwo, persons.count == 2, persons.contains(where: places.hidden.contains) {
      throw .forbidden("One of you has blocked the other.", at: path)
    }
    let person = try await rows.row(SchoolPerson.self, key: own, columns: [.kind, .name])
    guard person.count == 1, let kind = person.text(row: 0, column: 0).flatMap(SchoolPerson.Kind.init(rawValue:)) else {
      throw input.notFound("conversationId")
    }
    return SchoolSides.Side(id: own, kind: kind, name: person.text(row: 0, column: 1) ?? "")
  }

  /// Counts a message of the viewer.
  static func count(by own: SchoolSides.Side, _ rows: ScopedRows<Viewer>, at path: [String]) async throws(MutationFailure) {
    try await rows.count(
      "conversationMessages", "messages", by: try rows.account().accountID.description, atMost: own.kind == .staff ? 300 : 60, within: 3_600,
      at: path)
  }

  static func insert(
    _ text: String, as id: UUIDValue, by own: SchoolSides.Side, in conversation: UUIDValue, at home: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    // The audience follows from the conversation.
    try await rows.insert(
      ConversationMessage.self, key: id,
      [
        ConversationMessage.set(.homeID, .uuid(home)), ConversationMessage.set(.conversationID, .uuid(conversation)),
        ConversationMessage.set(.authorID, .uuid(own.id)), ConversationMessage.set(.authorName, .text(own.name)),
        ConversationMessage.set(.text, .text(text)), ConversationMessage.set(.audience, .uuidArray([own.id])),
      ])
  }
}
