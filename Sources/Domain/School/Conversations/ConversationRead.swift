import GraphQL
import Planning
import SQL

/// How far an account has read a conversation, and `markConversationRead`. No object of the schema shows the row.
enum ConversationRead: EntityType {
  enum Column: String, ColumnName {
    case id
    case readUntil = "read_until"
  }

  static let constraints: [ConstraintRule] = [.unreachable("conversation_reads_key", "a change holds the account")]

  static let entity = Entity<Viewer>(
    "ConversationRead", table: "conversation_reads", scope: .account, visibility: .wholeScope, extent: .unbounded, isVersioned: false)

  /// The mark never moves back.
  static var mark: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let (id, until) = (try input.requiredID("id"), try input.requiredID("until"))
      _ = try await rows.lockedPlace()
      guard try await rows.row(Conversation.self, key: id, columns: [.id]).count == 1 else { throw input.notFound("id") }
      let last = try await rows.found(SentMessage.self, columns: [.id]) {
        "\($0[.id]) = \(bind: .uuid(until)) AND \($0[.conversationID]) = \(bind: .uuid(id))"
      }
      guard last.count == 1 else { throw input.notFound("until") }
      let moment: SQL = """
        (SELECT message.created_at FROM conversation_messages message WHERE message.id = \(bind: .uuid(until)) \
        AND message.conversation_id = \(bind: .uuid(id)))
        """
      if try await rows.row(Self.self, key: id, columns: [.id]).count == 0 {
        try await rows.insert(Self.self, key: id, [set(.readUntil, sql: moment)])
      } else {
        _ = try await rows.update(Self.self, [set(.readUntil, sql: moment)]) {
          "\($0[.id]) = \(bind: .uuid(id)) AND \($0[.readUntil]) < \(moment)"
        }
      }
      return ["conversation": id]
    }
  }
}
