import GraphQL
import Planning
import SQL

/// `startConversation` with a provider of services (ME-13), by a parent. A family and a provider have one conversation: later inputs find it.
/// The family is locked.
enum ProviderTalkStart {
  static func begin(
    as id: UUIDValue, _ text: String?, _ title: String?, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> ChangedKeys {
    let path = input.path(of: "providerId")
    let provider = try input.requiredID("providerId")
    guard rows.viewer.membership?.role == .parent else { throw .forbidden("Only parents may do this: ask a parent.", at: path) }
    if title != nil {
      throw .invalid("A conversation with a provider has the names of both: leave out \"title\".", at: input.path(of: "title"))
    }
    guard let asked = try await rows.call(.askedProvider(provider: provider)).first,
      let state = ProviderTalkState(rawValue: asked.state)
    else { throw input.notFound("providerId") }
    if asked.isOwn { throw .invalid("Nobody talks with itself.", at: path) }
    let action: ProviderTalkAction = asked.conversationID == nil ? .begin : .find
    guard ProviderTalkTable.outcome(of: action, in: state) == .done else { throw input.notFound("providerId") }
    guard try await rows.isNew(id, of: Conversation.self, for: input, in: try rows.familyRegister()) else {
      guard let known = asked.conversationID else { throw input.gone }
      return ["conversation": known]
    }
    // A message to a conversation that is there is counted by `ProviderMessage`, and one that begins it here, as elsewhere.
    if text == nil || asked.conversationID == nil {
      try await SentMessage.count(as: text == nil ? ("conversations", "conversations") : SentMessage.limit, rows, at: input.place)
    }
    let conversation = asked.conversationID ?? id
    if asked.conversationID == nil {
      switch try await rows.call(.startProviderTalk(provider: provider, conversation: id)) {
      case .done: break
      case .none: throw input.notFound("providerId")
      case .used: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
      }
    }
    if let text {
      // The family has the key of the provider's conversations from now on.
      let acting = try await rows.loadingStaffScopes()
      let message = ProviderMessage(conversation: conversation, id: .timeOrdered(), text: text, isCounted: asked.conversationID == nil)
      try await message.send(input, path, acting)
    }
    return ["conversation": conversation]
  }
}
