import GraphQL
import Planning
import SQL

/// `sendMessage` (TT-09).
struct MessageSending: Sendable {
  let consentAge: Int32

  var resolver: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let conversation = try input.requiredID("conversationId")
      let text = try input.text("text", characters: 1...SentMessage.maximumCharacters, lines: .many) ?? ""
      let found = try await rows.row(Conversation.self, key: conversation, columns: [.homeID, .kind])
      guard found.count == 1, let home = found.uuid(row: 0, column: 0) else { throw input.notFound("conversationId") }
      guard try await rows.isNewContent(id, of: ConversationMessage.self, at: home, input) else { return ["message": id] }
      let isOfClass = found.text(row: 0, column: 1) == Conversation.Kind.schoolClass.rawValue
      let own = try await author(in: conversation, at: home, isOfClass: isOfClass, input, rows)
      try await SentMessage.count(by: own, rows, at: input.place)
      guard try await rows.locked(Conversation.self, key: conversation, columns: [.id]).count == 1 else {
        throw input.notFound("conversationId")
      }
      try await SentMessage.insert(text, as: id, by: own, in: conversation, at: home, rows)
      try await ConversationFile.use(input, id, rows)
      _ = try await rows.update(Conversation.self, key: conversation, [Conversation.set(.lastMessageAt, sql: "clock_timestamp()")])
      return ["message": id]
    }
  }

  /// The side on which the viewer writes.
  private func author(
    in conversation: UUIDValue, at school: UUIDValue, isOfClass: Bool, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> SchoolSides.Side {
    let path = input.path(of: "conversationId")
    let found = try await rows.found(ConversationWriter.self, columns: [.personID]) {
      "\($0[.conversationID]) = \(bind: .uuid(conversation))"
    }
    let persons = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
    let sides = try await rows.sides(at: school)
    guard let own = [sides.staff, sides.family].compactMap(\.self).first(where: { persons.contains($0.id) }) else {
      throw .forbidden("Parents read along with a student, and write nothing.", at: path)
    }
    if isOfClass { return own }
    let others = persons.filter { $0 != own.id }
    let allowed = try await rows.call(.correspondents(school: school, ofAge: consentAge))
    // A student writes to its teachers, and to nobody else who has come to stand beside them.
    let mayWrite = own.kind == .student ? !others.isEmpty && others.allSatisfy(allowed.contains) : others.contains(where: allowed.contains)
    guard mayWrite else {
      throw .forbidden("You do not write to these people, or no longer: see School.correspondents.", at: path)
    }
    return own
  }
}
