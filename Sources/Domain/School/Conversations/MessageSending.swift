import GraphQL
import Planning
import SQL

/// `sendMessage` (TT-09, ME-13).
struct MessageSending: Sendable {
  let consentAge: Int32

  var resolver: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let conversation = try input.requiredID("conversationId")
      let text = try input.text("text", characters: 1...SentMessage.maximumCharacters, lines: .many) ?? ""
      let found = try await rows.row(Conversation.self, key: conversation, columns: [.homeID, .kind, .isOpen])
      guard found.count == 1, let home = found.uuid(row: 0, column: 0) else { throw input.notFound("conversationId") }
      let place = (found.text(row: 0, column: 1).flatMap(Conversation.Kind.init(rawValue:)) ?? .school).place
      if place == .provider {
        try Self.requireNoFiles(input)
        try await ProviderMessage(conversation: conversation, id: id, text: text).sendOnce(input, rows)
        return ["message": id]
      }
      if place != .school {
        return try await send(text, as: id, to: conversation, at: home, isOpen: found.isTrue(row: 0, column: 2), place, input, rows)
      }
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

  /// A message in a conversation of families.
  private func send(
    _ text: String, as id: UUIDValue, to conversation: UUIDValue, at home: UUIDValue, isOpen: Bool, _ place: ConversationPlace,
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    let path = input.path(of: "conversationId")
    try Self.requireNoFiles(input)
    guard let own = try await place.side(in: conversation, rows) else {
      throw .forbidden("You read this conversation, and do not write in it: begin one of your own.", at: path)
    }
    guard isOpen else { throw .conflict("The conversation opens when the other family begins it, too.", at: path, version: nil) }
    guard try await rows.isNew(id, of: ConversationMessage.self, for: input.adding(["by": own.id.description]), in: try rows.familyRegister())
    else { return ["message": id] }
    try await SentMessage.count(rows, at: input.place)
    guard try await rows.locked(Conversation.self, key: conversation, columns: [.id]).count == 1 else {
      throw input.notFound("conversationId")
    }
    try await SentMessage.insert(text, as: id, by: own, in: conversation, at: home, rows)
    _ = try await rows.update(Conversation.self, key: conversation, [Conversation.set(.lastMessageAt, sql: "clock_timestamp()")])
    return ["message": id]
  }

  private static func requireNoFiles(_ input: MutationInput) throws(MutationFailure) {
    if try input.ids("fileIds", atLeast: 0, atMost: ConversationFile.maximum)?.isEmpty == false {
      throw .invalid("Only messages at a school have files.", at: input.path(of: "fileIds"))
    }
  }

  /// Whether a message is to a conversation outside of schools.
  static func isOfFamily(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> Bool {
    // Only students need what does not apply to these.
    guard rows.viewer.planClass == .student else { return true }
    guard let conversation = try input.id("conversationId") else { return false }
    let found = try await rows.loadingStaffScopes().row(Conversation.self, key: conversation, columns: [.kind])
    guard found.count == 1, let kind = found.text(row: 0, column: 0).flatMap(Conversation.Kind.init(rawValue:)) else { return false }
    return kind.place != .school
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
