import GraphQL
import Planning
import SQL

/// A message in the conversation of a family and a provider of services (ME-13), of either side.
struct ProviderMessage {
  let conversation: UUIDValue
  let id: UUIDValue
  let text: String
  /// Whether the change has counted it already.
  var isCounted = false

  /// The writing account, as the other side sees it.
  private struct Author {
    let action: ProviderTalkAction
    let written: MessageAuthor
    let state: ProviderTalkState
  }

  /// Writes the message.
  /// - Parameter path: of the input's field to blame.
  func send(_ input: MutationInput, _ path: [String], _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let author = try await self.author(path, rows)
    // Messages of a conversation follow each other.
    let talk = try await rows.locked(Conversation.self, key: conversation, columns: [.homeID])
    guard talk.count == 1, let home = talk.uuid(row: 0, column: 0) else { throw Self.gone(path) }
    guard ProviderTalkTable.outcome(of: author.action, in: author.state) == .done else {
      throw .conflict(ProviderTalkTable.conflictMessage, at: path, version: nil)
    }
    if !isCounted { try await SentMessage.count(rows, atMost: author.action == .sendAsProvider ? 300 : 60, at: input.place) }
    try await SentMessage.insert(text, as: id, by: author.written, in: conversation, at: home, rows)
    _ = try await rows.update(Conversation.self, key: conversation, [Conversation.set(.lastMessageAt, sql: "clock_timestamp()")])
  }

  /// Writes the message of `sendMessage`, unless the same input has written it before.
  func sendOnce(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let path = input.path(of: "conversationId")
    let author = try await self.author(path, rows)
    if author.action == .sendAsProvider {
      // An account without a family keeps no ids: the message itself says whether it is the same.
      guard try await rows.locked(Conversation.self, key: conversation, columns: [.id]).count == 1 else {
        throw Self.gone(path)
      }
      if try await isSent(by: author.written, input, rows) { return }
    } else {
      let own = input.adding(["by": author.written.id.description])
      guard try await rows.isNew(id, of: ConversationMessage.self, for: own, in: try rows.familyRegister()) else { return }
    }
    try await send(input, path, rows)
  }

  /// The conversation has gone with one of its sides: all who see it write in it.
  private static func gone(_ path: [String]) -> MutationFailure { .notFound("There is no such conversation any more.", at: path) }

  private func author(_ path: [String], _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> Author {
    guard let found = try await rows.call(.providerTalk(conversation: conversation)).first,
      let state = ProviderTalkState(rawValue: found.state), let side = ProviderTalkAction.Actor(rawValue: found.side)
    else { throw Self.gone(path) }
    return Author(
      action: side == .provider ? .sendAsProvider : .sendAsParent,
      written: MessageAuthor(id: found.personID, name: found.personName, kind: side.rawValue), state: state)
  }

  /// Whether the author has sent this very message.
  /// - Throws: `CONFLICT` at `id` where it has sent another one of the id.
  private func isSent(
    by author: MessageAuthor, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Bool {
    let (conversation, text) = (conversation, text)
    let isSame: @Sendable (RowReference<Viewer>) -> SQL = { message in
      """
      (\(message["conversation_id"]) = \(bind: .uuid(conversation)) AND \(message["author_id"]) = \(bind: .uuid(author.id)) \
      AND \(message["text"]) = \(bind: .text(text)))
      """
    }
    let known = try await rows.found(SentMessage.self, columns: [.id], computed: [isSame]) { "\($0[.id]) = \(bind: .uuid(id))" }
    guard known.count == 1 else { return false }
    if known.isTrue(row: 0, column: 1) { return true }
    throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
  }
}
