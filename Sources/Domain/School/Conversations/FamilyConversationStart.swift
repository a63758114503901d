import GraphQL
import Planning
import SQL

/// `startConversation` outside of schools (ME-13): with members of the family, with another family of a group, or with a provider.
enum FamilyConversationStart {
  static func begin(
    at place: ConversationPlace, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    let id = try input.newID()
    let title = try input.optionalText("title", characters: 1...200)
    let text = try input.optionalText("text", characters: 1...SentMessage.maximumCharacters, lines: .many)
    let name = place.fields[0]
    guard rows.viewer.membership != nil else { throw input.notFound(name) }
    if place == .group { return try await direct(text, title, input, rows) }
    if place == .provider { return try await ProviderTalkStart.begin(as: id, text, title, input, rows) }
    let members = try input.ids(name, atLeast: 1, atMost: 50) ?? []
    guard try await rows.isNew(id, of: Conversation.self, for: input, in: try rows.familyRegister()) else { return ["conversation": id] }
    try await SentMessage.count(as: text == nil ? ("conversations", "conversations") : SentMessage.limit, rows, at: input.place)
    switch try await rows.call(.startMembers(conversation: id, members: members, title: title)) {
    case .done: break
    case .own: throw .invalid("Nobody talks with itself.", at: input.path(of: name))
    case .used: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
    case .none: throw .notFound("There is no such member of the family with an account.", at: input.path(of: name))
    }
    if let text {
      guard let own = try await place.side(in: id, rows) else { throw input.notFound(name) }
      try await SentMessage.insert(text, as: .timeOrdered(), by: own, in: id, at: try await rows.home(of: id, input), rows)
    }
    return ["conversation": id]
  }

  /// Says that the family wants to talk with another one. The id follows from both families.
  private static func direct(
    _ text: String?, _ title: String?, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    let path = input.path(of: "groupFamilyId")
    let other = try input.requiredID("groupFamilyId")
    guard rows.viewer.membership?.role == .parent else { throw .forbidden("Only parents may do this: ask a parent.", at: path) }
    for name in ["text", "title"] where input.isGiven(name) && !input.isNull(name) {
      throw .invalid("The conversation opens when both families have begun it: send \"\(name)\" then.", at: input.path(of: name))
    }
    try await SentMessage.count(as: ("conversations", "conversations"), rows, at: input.place)
    let started = try await rows.call(.startDirect(other: other))
    switch started.outcome {
    case .done: return started.conversationID.map { ["conversation": $0] } ?? [:]
    case .own: throw .invalid("Nobody talks with itself.", at: path)
    case .none: throw input.notFound("groupFamilyId")
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The home of a conversation that the viewer sees.
  fileprivate func home(of conversation: UUIDValue, _ input: MutationInput) async throws(MutationFailure) -> UUIDValue {
    // Its keys are those of the member, which the transaction has entered.
    let found = try await row(Conversation.self, key: conversation, columns: [.homeID])
    guard found.count == 1, let home = found.uuid(row: 0, column: 0) else { throw input.notFound("memberIds") }
    return home
  }
}
